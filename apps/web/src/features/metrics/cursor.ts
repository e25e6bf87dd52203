import { createStore } from '../../lib/store.ts'
import type { Cursor } from '../../ui/time-chart.tsx'

/** One crosshair for all charts of the page, also those in a drawer above it. */
export const cursor: Cursor = createStore<number | null>(null)
