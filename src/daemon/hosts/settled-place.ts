/** Where the team store of a home is, after a move that was interrupted has been settled. */
import { endTeamMove, type TeamPlace, teamMove, teamPlace } from '../../registry/team-place.js';

export async function settledPlace(home: string, env: NodeJS.ProcessEnv): Promise<TeamPlace> {
  const move = teamMove(home);
  if (move !== null) {
    const { hasHappened } = await import('../../team/move/move.js');
    endTeamMove(home, move, await hasHappened(move.server, move.id, env));
  }
  return teamPlace(home, env);
}
