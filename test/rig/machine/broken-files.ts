/** What a registry file may contain that makes it unreadable, by name. */
export const BROKEN_FILES = [
  ['garbage', '\0\x01\x02 not json'],
  ['empty', ''],
  ['half written', '{"id":"broken","type":"shell","na'],
  ['not an object', '[1, 2]'],
  ['null', 'null'],
  ['of another agent', '{"id":"somebody-else"}'],
  ['without its fields', '{"id":"broken"}'],
] as const;
