export interface Cast {
  readonly columns: number
  readonly rows: number
  readonly events: readonly (readonly [seconds: number, kind: string, text: string])[]
}

/** Parses a recorded asciicast (version 2). A truncated line is dropped. */
export function parseCast(content: string): Cast | null {
  const [head = '', ...lines] = content.split('\n')
  const header = parsed(head) as { width?: unknown; height?: unknown } | null
  if (typeof header?.width !== 'number' || typeof header.height !== 'number') return null
  const events = lines.flatMap((line) => {
    const event = parsed(line)
    return Array.isArray(event) && typeof event[0] === 'number' ? [event as [number, string, string]] : []
  })
  return { columns: header.width, rows: header.height, events }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** A window size from an event of kind `r`. */
export function sizeOf(text: string): { columns: number; rows: number } | null {
  const match = /^(\d{1,4})x(\d{1,4})$/.exec(text)
  return match === null ? null : { columns: Number(match[1]), rows: Number(match[2]) }
}
