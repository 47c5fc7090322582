/** What an agent's own record shows about a text. */

/** stored: the agent has recorded the text · answered: and after it something that its model has said. */
export type Recorded = 'absent' | 'stored' | 'answered';

/** What a model says, in the words of the agents. A text that quotes it has its quotation marks escaped. */
const ANSWER = /"(?:type|role)":\s*"(?:assistant|gemini|model|reasoning|function_call|custom_tool_call)"/;

/** Whether this line of a record holds something that a model has said. */
export function isAnswer(line: string): boolean {
  return ANSWER.test(line);
}

/** What several records say together. */
export function strongest(records: Iterable<Recorded>): Recorded {
  const said = new Set(records);
  return said.has('answered') ? 'answered' : said.has('stored') ? 'stored' : 'absent';
}
