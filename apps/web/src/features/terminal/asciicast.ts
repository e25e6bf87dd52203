export interface Cast {
  readonly columns: number
  readonly rows: number
  readonly events: readonly (readonly [seconds: number, kind: string, text: string])[]
}

/** An asciicast (version 2) as it was recorded. A line that was cut off is left out. */
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

/** A window's size as an event of kind `r` tells it. */
export function sizeOf(text: string): { columns: number; rows: number } | null {
  const match = /^(\d{1,4})x(\d{1,4})$/.exec(text)
  return match === null ? null : { columns: Number(match[1]), rows: Number(match[2]) }
}
