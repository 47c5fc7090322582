/** The help of a tool, from its schema. */
import { columns, type Row, wrapText } from '../../print/layout.js';
import type { ToolDescription } from './words.js';

export function toolHelp(tool: ToolDescription, width: number): string {
  const { name, description, permission, inputSchema } = tool;
  const options: Row[] = Object.entries(inputSchema.properties)
    .filter(([key]) => key !== 'session_token')
    .map(([key, schema]) => {
      const needed = inputSchema.required.includes(key) ? ' (required)' : '';
      const preset = schema.default === undefined ? '' : ` (default ${JSON.stringify(schema.default)})`;
      return [`--${key} <${schema.enum?.join('|') ?? schema.type}>`, `${schema.description}${needed}${preset}`];
    });
  if (permission !== 'unauthenticated') options.push(['--session <token>', "use a session other than this terminal's"]);
  return [
    wrapText(`${description}\n\nRequires: ${permission}.`, width),
    `Usage\n  synapse tool ${name} [options]`,
    ...(options.length > 0 ? [`Options\n${columns(options, width)}`] : []),
  ].join('\n\n');
}
