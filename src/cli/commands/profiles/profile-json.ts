/** A profile as JSON. */
import type { Profile } from '../../../profiles/profile.js';

export function profileJson(profile: Profile): Record<string, unknown> {
  const { name, command, env, ports, line, typing, screen, resume, file } = profile;
  const { maxChars, ...keys } = typing;
  return {
    name,
    command,
    env,
    ports: `${ports.first}-${ports.last}`,
    line,
    typing: { ...keys, max_chars: maxChars },
    screen,
    resume,
    file,
  };
}
