/** A project as daemons describe it. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly working_directory: string | null;
  readonly status: string;
  readonly require_conversations: boolean;
  readonly created_by: string;
}
