import { metricStoreSuite, sweep } from '../metric-store.suite.ts'
import { openMetricStore } from '../open-store.ts'

metricStoreSuite({
  name: 'PostgreSQL',
  exactCounters: true,
  knowsUpTimes: true,
  open: async ({ scopes }) => openMetricStore(scopes),
  settle: (t, store) => sweep(store, t, 'metrics.pack'),
  close: async () => {},
})
