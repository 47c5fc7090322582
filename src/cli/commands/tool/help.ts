/** The help of a tool, from its schema. */
import { TOOL_COMMAND as TEXTS } from '../../../i18n/said/tool-command.js';
import { told } from '../../../i18n/told.js';
import type { ArgumentSchema } from '../../../tools/tool.js';
import { columns, type Row, wrapText } from '../../print/layout.js';
import type { ToolDescription } from './words.js';

type Schema = NonNullable<ArgumentSchema['items']>;

export function toolHelp(tool: ToolDescription, width: number): string {
  const { name, description, permission, inputSchema } = tool;
  const args = Object.entries(inputSchema.properties).filter(([key]) => key !== 'session_token');
  const options = args.map(([key, schema]) => row(`--${key}`, schema, inputSchema.required.includes(key)));
  if (permission !== 'unauthenticated') options.push(['--session <token>', told(TEXTS.other_session)]);
  return [
    wrapText(`${description}\n\n${told(TEXTS.needs, { permission })}`, width),
    `${told(TEXTS.usage)}\n  synapse tool ${name} [options]`,
    ...(options.length > 0 ? [`${told(TEXTS.options)}\n${columns(options, width)}`] : []),
    ...args.flatMap(([key, schema]) => itemHelp(key, schema, width)),
  ].join('\n\n');
}

function row(label: string, schema: Schema, isRequired: boolean): Row {
  const needed = isRequired ? told(TEXTS.required) : '';
  const value = JSON.stringify(schema.default);
  const preset = value === undefined ? '' : told(TEXTS.preset, { value });
  return [`${label} <${wordFor(schema)}>`, `${schema.description ?? ''}${needed}${preset}`];
}

/** A list or an object is given as JSON. */
function wordFor({ type, enum: words }: Schema): string {
  if (words) return words.join('|');
  return type === 'array' || type === 'object' ? `JSON ${type}` : type;
}

/** The fields of each object in a list, and what such a list looks like. */
function itemHelp(key: string, { items }: Schema, width: number): string[] {
  if (!items?.properties) return [];
  const required = items.required ?? [];
  const rows = Object.entries(items.properties).map(([field, schema]) => row(field, schema, required.includes(field)));
  const example = required.map((field) => `"${field}": "…"`).join(', ');
  return [
    `${told(TEXTS.item, { name: `--${key}` })}\n${columns(rows, width)}`,
    `${told(TEXTS.example)}\n  --${key} '[{${example}}]'`,
  ];
}
