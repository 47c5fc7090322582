/** The help of a tool, from its schema. */
import { TOOL_COMMAND as TEXTS } from '../../../i18n/said/tool-command.js';
import { told } from '../../../i18n/told.js';
import { columns, type Row, wrapText } from '../../print/layout.js';
import type { ToolDescription } from './words.js';

export function toolHelp(tool: ToolDescription, width: number): string {
  const { name, description, permission, inputSchema } = tool;
  const options: Row[] = Object.entries(inputSchema.properties)
    .filter(([key]) => key !== 'session_token')
    .map(([key, schema]) => {
      const needed = inputSchema.required.includes(key) ? told(TEXTS.required) : '';
      const value = JSON.stringify(schema.default);
      const preset = value === undefined ? '' : told(TEXTS.preset, { value });
      return [`--${key} <${schema.enum?.join('|') ?? schema.type}>`, `${schema.description}${needed}${preset}`];
    });
  if (permission !== 'unauthenticated') options.push(['--session <token>', told(TEXTS.other_session)]);
  return [
    wrapText(`${description}\n\n${told(TEXTS.needs, { permission })}`, width),
    `${told(TEXTS.usage)}\n  synapse tool ${name} [options]`,
    ...(options.length > 0 ? [`${told(TEXTS.options)}\n${columns(options, width)}`] : []),
  ].join('\n\n');
}
