/** What is shown where there is nothing yet: a sentence, and what to type to change that. */
import { say, type Word } from '../words/words.js';
import { Icon } from './icon.js';

interface EmptyProps {
  readonly icon: Parameters<typeof Icon>[0]['name'];
  readonly title: Word;
  readonly hint?: Word;
  readonly commands?: readonly string[];
}

export function Empty({ icon, title, hint, commands = [] }: EmptyProps) {
  return (
    <div class="nothing-yet">
      <Icon name={icon} />
      <p class="nothing-title">{say(title)}</p>
      {hint !== undefined && <p class="quiet-text">{say(hint)}</p>}
      {commands.length > 0 && (
        <pre>
          {commands.map((command) => (
            <code key={command}>{command}</code>
          ))}
        </pre>
      )}
    </div>
  );
}

export function NoAgents() {
  return (
    <Empty
      icon="agents"
      title="no_agents"
      hint="no_agents_hint"
      commands={['synapse claude', 'synapse start shell --id worker -- ./my-agent.sh', 'synapse demo --stay']}
    />
  );
}
