/** Finds the tool commands that a text tells its reader to run. */

/** Each as its words after `synapse tool`, read as a shell would. */
export function commandsIn(text: string): string[][] {
  return [...text.matchAll(/`synapse tool ([^`]*)`/g)].map(([, words = '']) => wordsOf(words));
}

function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
