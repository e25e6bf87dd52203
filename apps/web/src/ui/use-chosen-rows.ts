import { useCallback, useMemo, useState } from 'react'

/** The rows that a person has chosen in a table, across its pages. */
export function useChosenRows<Row>(rowKey: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const keys = useMemo((): ReadonlySet<string> => new Set(chosen.keys()), [chosen])
  const select = useCallback(
    (changed: readonly Row[], on: boolean) =>
      setChosen((before) => {
        const next = new Map(before)
        for (const row of changed) {
          if (on) next.set(rowKey(row), row)
          else next.delete(rowKey(row))
        }
        return next
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the key of a row does not depend on the render
    [],
  )
  const clear = useCallback(() => setChosen(new Map()), [])
  const keep = useCallback(
    (isKept: (key: string) => boolean) =>
      setChosen((before) => new Map([...before].filter(([key]) => isKept(key)))),
    [],
  )
  return { chosen, keys, select, clear, keep }
}
