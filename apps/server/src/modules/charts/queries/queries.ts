import type { PanelKey } from '@netward/contract/panels/panels'
import type { PanelQuery } from '../asked.ts'
import { alarmQueries } from './alarms.repo.ts'
import { availabilityQueries } from './availability.repo.ts'
import { deviceQueries } from './devices.repo.ts'
import { lineQueries } from './lines.repo.ts'
import { orderQueries } from './orders.repo.ts'
import { outletQueries } from './outlets.repo.ts'
import { ownQueries } from './own.repo.ts'
import { peopleQueries } from './people.repo.ts'
import { stockQueries } from './stock.repo.ts'
import { tokenQueries } from './tokens.repo.ts'

/** The query of each panel: one without does not compile. */
export const queries: Readonly<Record<PanelKey, PanelQuery>> = {
  ...availabilityQueries,
  ...outletQueries,
  ...deviceQueries,
  ...alarmQueries,
  ...orderQueries,
  ...lineQueries,
  ...peopleQueries,
  ...ownQueries,
  ...stockQueries,
  ...tokenQueries,
}
