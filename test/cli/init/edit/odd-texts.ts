/** Texts as they occur in the files of users, and stranger ones. */

const LINES = [
  '{}',
  '{ }',
  '{\n}',
  '{\n\n}\n',
  '{ /* nothing yet */ }',
  '{\n  // nothing yet\n}\n',
  '{"a":1}',
  '{"a":1,"b":[1,2]}',
  '{ "a": 1 }',
  '{"a":1,}',
  '{ "a": 1, /* c */ }',
  '{"a":1 // why\n}',
  '{"a":1, // why\n}',
  '{\n  "a": 1\n}\n',
  '{\n  "a": 1,\n}\n',
  '{\n  "a": 1 // why\n}\n',
  '{\n  "a": 1, // why\n}\n',
  '{\n  "a": 1 /* x */ /* y */ // z\n}\n',
  '{\n  "a": 1 /* two\n lines */\n}\n',
  '{\n  "a": 1\n  // "b": 2\n}\n',
  '{\n\t"a": {\n\t\t"b": 1\n\t}\n}',
  '{\n    "a": 1\n}\n\n\n',
  '// head\n{\n  "a": "// no comment, } ]"\n}\n// foot',
  '/* head */ {"a": "\\"\\u007b,"} /* foot */',
  '{\n"a": 1\n}',
  '{"a":1,\n "b":2, "c":3\n}',
  '{\n  "list": []\n}\n',
  '{\n  "list": [ ]\n}\n',
  '{\n  "list": ["x"]\n}\n',
  '{\n  "list": ["x",]\n}\n',
  '{\n  "list": [\n    "x" // first\n    // "y"\n  ]\n}\n',
  '{\n  "outer": {}\n}\n',
  '{\n  "outer": { "list": [], "other": true }\n}\n',
  '{\n  "outer": {\n    "list": [\n      "x",\n      "y"\n    ]\n  },\n  "z": null\n}\n',
  '{ "outer": { "inner": {} } }',
  '{"outer":{"inner":{"k":{}}}}',
  '{\n  "日本語": "値", "emoji": "🙂"\n}\n',
];

const BOM = '\ufeff';

/** Each with line feeds, with carriage returns, and with a byte order mark. */
export const JSON_TEXTS: readonly string[] = LINES.flatMap((text) => [
  text,
  text.replaceAll('\n', '\r\n'),
  `${BOM}${text}`,
]);

/** No file, files without anything, and files with only blanks. */
export const BLANK_TEXTS: readonly (string | null)[] = [null, '', '\n', '  \n\t\n', '\r\n', BOM];

const PROSE = [
  '# Notes',
  '# Notes\n',
  '# Notes\n\n',
  '# Notes\n\n\n',
  '\n',
  ' ',
  'a\n\n## b\n\n```sh\nsynapse reply\n```\n',
  'text about `<!-- synapse:begin -->` in a line\n',
  '日本語の説明\n\n終わり',
];

export const PROSE_TEXTS: readonly string[] = PROSE.flatMap((text) => [
  text,
  text.replaceAll('\n', '\r\n'),
  `${BOM}${text}`,
]);
