/** Short facts in one line, with a dot between two of them. What is missing is left out. */
import { type ComponentChildren, Fragment, toChildArray } from 'preact';

export function Dots({ children }: { readonly children: ComponentChildren }) {
  const facts = toChildArray(children).filter((fact) => fact !== '');
  return (
    <span class="dots">
      {facts.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <span class="dot" aria-hidden="true">
              {' · '}
            </span>
          )}
          {fact}
        </Fragment>
      ))}
    </span>
  );
}
