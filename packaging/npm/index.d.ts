/** A place in a file, and the line itself. Lines and columns count from 1. */
export interface Place { file: string; line: number; column: number; text: string; length: number }
/** What is wrong. `also` is a second place, `more` how many are alike that are not told. */
export interface Mistake {
  code: string;
  severity: "error" | "warning" | "note";
  message: string;
  hint?: string | null;
  place: Place | null;
  also: (Place & { what: string }) | null;
  more: number;
}
/** A fault of a finished file; `rect` is x, y, width and height in mm, `sheet` counts pages from 0. */
export interface Fault extends Mistake { spots: { sheet: number; rect: [number, number, number, number] | null }[] }
/** What the checker says. */
export interface Judged { clean: boolean; verdict: string; faults: Fault[] }
/** The same of a finished file: what was found in it, and what could not be judged. */
export interface Verdict extends Judged { found: unknown; unjudged: unknown }
export interface Options {
  /** The file that is the layout, where there are several `.toml`. */
  layout?: string;
  format?: "pdf" | "svg" | "png";
  paper?: string;
  ink?: "full" | "low" | "black";
  cut?: string;
  backs?: string;
  seed?: number | bigint | string;
}
export interface Built extends Judged { title: string; files: { name: string; bytes: Uint8Array }[]; warnings: Mistake[] }
export interface Press {
  names(): { games: string[]; gallery: string[]; starts: string[] };
  files(name: string): { layout: string; files: Record<string, string> };
  /** Throws `Mistakes` where the layout has errors. */
  build(files: Record<string, string | Uint8Array>, options?: Options): Built;
  /** Throws `Mistakes` where the file cannot be read. */
  check(name: string, bytes: Uint8Array): Verdict;
}
export class Mistakes extends Error { mistakes: Mistake[] }
export function line(mistake: Mistake): string;
export function open(): Promise<Press>;
