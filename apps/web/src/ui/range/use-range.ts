import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { parseSearch } from '../../lib/search.ts'
import { local } from '../../lib/storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { useTimeZone } from '../../lib/time-zone.ts'
import { useNow } from '../../lib/use-now.ts'
import {
  followsClock,
  isPreset,
  type Range,
  type RangeState,
  readRange,
  type Span,
  spanOf,
  writeRange,
} from './range.ts'

/** A range that ends now is read again at this interval. */
const refreshMs = 60_000

const kept = local.read(storageKeys.chartRange)
/** Kept across pages once a person chose; an own range only until the console is closed. */
const chosen = createStore<Pick<RangeState, 'range' | 'compare'> | null>(
  isPreset(kept) ? { range: { kind: kept }, compare: false } : null,
)
const lastDay: Range = { kind: '24h' }

export interface ShownRange {
  readonly state: RangeState
  /** What all charts show. */
  readonly span: Span
  readonly change: (change: Partial<RangeState>) => void
}

/** The range of all charts of the page: in the address, so that a link reproduces them. */
export function useRange(usual: Range = lastDay): ShownRange {
  const navigate = useNavigate()
  const zone = useTimeZone()
  const { searchText, pathname } = useLocation({
    select: (location) => ({ searchText: location.searchStr, pathname: location.pathname }),
    structuralSharing: true,
  })
  const before = useStore(chosen)
  // The end of this minute: a poll that was asked for shows at once.
  const now = useNow(refreshMs) + refreshMs
  const search = useMemo(() => parseSearch(searchText), [searchText])
  const state = useMemo((): RangeState => {
    const read = readRange(search, now)
    return {
      range: read.range ?? before?.range ?? usual,
      zoom: read.zoom,
      compare: read.compare ?? (read.range === null && before?.compare === true),
    }
  }, [search, before, now, usual])
  // Only a range that ends now moves with the clock.
  const at = followsClock(state) ? now : 0
  const span = useMemo(() => state.zoom ?? spanOf(state.range, at, zone), [state, at, zone])
  const change = useCallback(
    (changed: Partial<RangeState>) => {
      const next = { ...state, ...changed }
      chosen.set({ range: next.range, compare: next.compare })
      if (next.range.kind !== 'own') local.write(storageKeys.chartRange, next.range.kind)
      void navigate({ to: pathname, search: writeRange(next, search), replace: false })
    },
    [navigate, pathname, search, state],
  )
  return { state, span, change }
}
