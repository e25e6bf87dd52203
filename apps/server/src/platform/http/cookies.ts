/** Cookies of one request, and what its answer sets. Only a sign-in elsewhere has one that counts: sessions have a header. */
export class Cookies {
  readonly #given: string
  /** Values of Set-Cookie. */
  readonly lines: string[] = []

  constructor(header: string | undefined) {
    this.#given = header ?? ''
  }

  /** Null where it is missing, or there are two: a page of another host of the domain may have set one. */
  read(name: string): string | null {
    const found = this.#given
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${name}=`))
    return found.length === 1 ? found[0]!.slice(name.length + 1) : null
  }

  set(line: string): void {
    this.lines.push(line)
  }
}
