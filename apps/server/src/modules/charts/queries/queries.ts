import type { PanelKey } from '@netward/contract/panels/panels'
import type { PanelQuery } from '../asked.ts'
import { alarmQueries } from './alarms.repo.ts'
import { deviceQueries } from './devices.repo.ts'
import { lineQueries } from './lines.repo.ts'
import { orderQueries } from './orders.repo.ts'
import { outletQueries } from './outlets.repo.ts'
import { peopleQueries } from './people.repo.ts'

/** The query of each panel: one without does not compile. */
export const queries: Readonly<Record<PanelKey, PanelQuery>> = {
  ...outletQueries,
  ...deviceQueries,
  ...alarmQueries,
  ...orderQueries,
  ...lineQueries,
  ...peopleQueries,
}
