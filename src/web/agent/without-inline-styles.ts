/**
 * Lets a library that writes its styles into `<style>` elements work on a page that forbids those: what it writes there
 * goes into a style sheet that is made by script, which is allowed.
 */
export function withoutInlineStyles<Result>(work: () => Result): Result {
  const { createElement } = document;
  document.createElement = function make(this: Document, ...args: Parameters<Document['createElement']>) {
    const element = createElement.apply(this, args);
    if (args[0].toLowerCase() === 'style') redirect(element);
    return element;
  } as Document['createElement'];
  try {
    return work();
  } finally {
    document.createElement = createElement;
  }
}

function redirect(element: HTMLElement): void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  let text = '';
  Object.defineProperty(element, 'textContent', {
    get: () => text,
    set: (written: string) => {
      text = written;
      sheet.replaceSync(written);
    },
  });
  const { remove } = element;
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    remove.call(element);
  };
}
