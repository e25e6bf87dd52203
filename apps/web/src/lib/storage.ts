/** Storage that never throws: a browser may refuse access (private windows, blocked site data). */
function area(pick: () => Storage) {
  return {
    read(key: string): string | null {
      try {
        return pick().getItem(key)
      } catch {
        return null
      }
    },
    write(key: string, value: string | null): void {
      try {
        if (value === null) pick().removeItem(key)
        else pick().setItem(key, value)
      } catch {
        // The preference then lasts until the page is left.
      }
    },
    readJson<T>(key: string, isValid: (value: unknown) => value is T): T | null {
      try {
        const value: unknown = JSON.parse(pick().getItem(key) ?? 'null')
        return isValid(value) ? value : null
      } catch {
        return null
      }
    },
    clear(): void {
      try {
        pick().clear()
      } catch {
        // Nothing was stored.
      }
    },
  }
}

export const local = area(() => window.localStorage)
export const perTab = area(() => window.sessionStorage)

export function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
