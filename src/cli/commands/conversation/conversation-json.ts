/** A conversation as daemons describe it. */
export interface Conversation {
  readonly id: string;
  readonly project_id: string;
  readonly initiator_id: string;
  readonly participant_id: string;
  readonly state: string;
  readonly purpose: string | null;
  readonly turns: number;
  readonly max_turns: number;
  readonly end_reason: string | null;
  readonly ended_by: string | null;
  readonly last_activity_at: string;
}
