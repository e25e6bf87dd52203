import { priorityOf } from '@netward/contract/work-order-values'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { JobHandler } from '../../../platform/jobs/job.ts'
import { makeAutomatically } from '../automatic-order.ts'
import { nobodyIn } from '../nobody.ts'
import { orderRepo } from '../order.repo.ts'
import { openingSiteRepo } from './opening-site.repo.ts'

/** Orders of one transaction: progress is visible between them, and a restart goes on where it stopped. */
const batch = 20

type Inside = Pick<RequestContext, 'db' | 'scope'>

/** Makes the installation order of each site that has none. It may run twice at once. */
export const makeOpeningOrdersJob: JobHandler = async ({ companyId, openingId }, { scopes, signal }) => {
  for (let more = true; more && !signal.aborted;)
    more = await scopes.withCompany(companyId, async ({ db }) => {
      const found = await openingSiteRepo.unordered(
        { db, scope: nobodyIn(companyId) },
        String(openingId),
        batch,
      )
      for (const site of found) await makeOrder({ db, scope: nobodyIn(companyId, site.ordersBy) }, site)
      if (found.length > 0)
        await db
          .insertInto('live_event')
          .values({ company_id: companyId, kind: 'opening.changed', data: JSON.stringify({ openingId }) })
          .execute()
      return found.length === batch
    })
}

async function makeOrder(
  inside: Inside,
  site: { id: string; outletId: string; name: string; openingName: string },
): Promise<void> {
  const subject = await orderRepo.subject(inside, { outletId: site.outletId })
  if (subject === undefined) return
  const title = `${site.openingName} · ${site.name}`.slice(0, 100)
  const orderId = await makeAutomatically(
    inside,
    subject,
    { ...installation, title },
    {
      because: site.openingName,
      due: await openingSiteRepo.due(inside, site.id),
    },
  )
  await openingSiteRepo.ordered(inside, site.id, orderId)
}

const installation = {
  type: 'installation',
  category: 'gateway',
  description: '',
  impact: 'medium',
  urgency: 'low',
  priority: priorityOf('medium', 'low'),
  contactName: '',
  contactPhone: '',
  contactEmail: '',
  tags: [],
} as const
