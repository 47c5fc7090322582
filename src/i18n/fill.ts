/** Fills in a sentence: its facts, and calls of tools in the form that the reader can use. */
import type { Form } from './language.js';

export type Facts = Readonly<Record<string, unknown>>;

/**
 * `<<get_task task_id={task_id}>>` becomes `synapse tool get_task --task_id tsk_1` or get_task(task_id: "tsk_1").
 * Arguments after a slash are only for commands: `<<logout / …>>` is a plain name for a caller, who has the schema.
 */
export function fill(template: string, facts: Facts, form: Form): string {
  // In one pass, so that nothing in a fact is taken for a part of the template.
  return template.replace(/<<(\w+)(.*?)>>(?!>)|\{(\w+)\}/g, (whole, tool, rest, name) => {
    if (tool === undefined) return factOf(whole, name, facts);
    const shown = form === 'call' ? rest.split(' / ')[0] : rest;
    const values = [...shown.matchAll(ARGUMENT)].map(([, key, value]) => [key, argumentOf(value, facts)] as const);
    if (form === 'call') return asCall(tool, values);
    return asCommand(tool, form === 'command' ? values : withSession(tool, values));
  });
}

const ARGUMENT = /\s+(\w+)=("[^"]*"|\S+)/g;

function factOf(whole: string, name: string, facts: Facts): string {
  const value = facts[name];
  if (value === undefined || value === null) return name in facts ? '' : whole;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function argumentOf(written: string, facts: Facts): string {
  return written.replace(/^"|"$/g, '').replace(/\{(\w+)\}/g, (whole, name) => factOf(whole, name, facts));
}

type Values = readonly (readonly [string, string])[];

function withSession(tool: string, values: Values): Values {
  const isNamed = tool === 'authenticate' || values.some(([key]) => key === 'session_token');
  return isNamed ? values : [...values, ['session', '<session_token>']];
}

function asCommand(tool: string, values: Values): string {
  return `\`${['synapse tool', tool, ...values.map(([key, value]) => `--${key} ${shellWord(value)}`)].join(' ')}\``;
}

/** Leaves `<agent>` bare, as usage lines do: it is to be replaced. */
function shellWord(value: string): string {
  if (/^[\w@%+=:,./-]+$|^<[^<>]+>$/.test(value)) return value;
  return /["$`\\!]/.test(value) ? `'${value.replaceAll("'", "'\\''")}'` : `"${value}"`;
}

function asCall(tool: string, values: Values): string {
  if (values.length === 0) return tool;
  return `${tool}(${values.map(([key, value]) => `${key}: ${/^(true|false|\d+)$/.test(value) ? value : JSON.stringify(value)}`).join(', ')})`;
}
