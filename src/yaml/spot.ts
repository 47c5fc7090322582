/** The spot of a value in a YAML file: where it is, and how a problem with it is worded. */

export type Path = readonly (string | number)[];

export interface Problem {
  readonly path: Path;
  readonly message: string;
}

export class Spot {
  constructor(
    /** Takes every problem of the file, so that all of them are reported at once. */
    readonly problems: Problem[],
    readonly path: Path = [],
  ) {}

  in(key: string | number): Spot {
    return new Spot(this.problems, [...this.path, key]);
  }

  /** How a message names this spot. */
  get label(): string {
    return this.path.length === 0 ? 'The file' : `"${this.path.join('.')}"`;
  }

  mustBe(expected: string): undefined {
    this.note(`${this.label} must be ${expected}.`);
  }

  note(message: string): undefined {
    this.problems.push({ path: this.path, message });
  }
}
