const dot = 46

/** Whether `next` comes after `oid` in the order of a MIB (RFC 3416 §4.2.2): by arcs, as numbers. */
export function follows(oid: string, next: string): boolean {
  let at = 0
  // Neighbours in a table differ in their last arcs alone.
  while (at < oid.length && oid.charCodeAt(at) === next.charCodeAt(at)) at++
  // Back to the start of the arc in which they differ.
  while (at > 0 && oid.charCodeAt(at - 1) !== dot) at--
  return arcAt(oid, at) === arcAt(next, at) ? next.length > oid.length : arcAt(next, at) > arcAt(oid, at)
}

/** -1 behind the end. */
function arcAt(oid: string, start: number): number {
  if (start >= oid.length) return -1
  let value = 0
  for (let at = start; at < oid.length && oid.charCodeAt(at) !== dot; at++) {
    value = value * 10 + (oid.charCodeAt(at) - 48)
  }
  return value
}

export const isBelow = (oid: string, root: string): boolean =>
  oid.length > root.length && oid.charCodeAt(root.length) === dot && oid.startsWith(root)

/**
 * What GETNEXT answers with `oid`, if that is there: the instance before it, or the parent of instance 0.
 */
export function before(oid: string): string {
  const last = oid.lastIndexOf('.')
  const arc = Number(oid.slice(last + 1))
  return arc === 0 ? oid.slice(0, last) : `${oid.slice(0, last)}.${arc - 1}`
}
