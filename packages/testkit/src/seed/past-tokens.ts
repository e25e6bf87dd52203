import { seededRandom } from '../gateway/random.ts'
import { requireDemo, type SeedClient } from './demo-only.ts'

/** Companies of the demo, by their codes, and how many calls of a model their people made on a working day. */
const companies = [
  { code: 'beichen', perDay: 34, seed: 11 },
  { code: 'yuelai', perDay: 22, seed: 13 },
  { code: 'qinghe', perDay: 9, seed: 17 },
] as const

const days = 30
const dayMilliseconds = 86_400_000

type Feature = 'chat' | 'analysis' | 'writing'

/** Tokens of a call: prompts hold the rules, the tools and what these read. */
const sizes: Readonly<Record<Feature, { input: number; output: number }>> = {
  chat: { input: 5200, output: 380 },
  analysis: { input: 9800, output: 720 },
  writing: { input: 6900, output: 1150 },
}

/** A call of the past with the moment at which it was made. */
interface CallCase {
  /** Whose it is, from 0 to below 1 of all people: the first ones ask more. */
  readonly person: number
  readonly at: string
  readonly feature: Feature
  readonly outcome: 'done' | 'failed' | 'cut' | 'cancelled'
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly estimated: boolean
}

/**
 * Calls of models of the past 30 days, as the ledger holds them: by the people of each company, at the prices of its first model
 * service, or of the one that it is offered, some of them failed or stopped. Does nothing for a company without a service, or with calls.
 * @throws Error in a data directory that is not the demo's
 */
export async function seedPastTokens(client: SeedClient, dataDir: string, now: number): Promise<number> {
  requireDemo(dataDir)
  let made = 0
  for (const { code, perDay, seed } of companies) {
    const { rows } = await client.query(
      `select c.id from company c where c.code = $1
         and (exists (select from assistant_provider p where p.company_id = c.id)
           or exists (select from assistant_offer_company k where k.customer_id = c.id))
         and not exists (select from assistant_call t where t.company_id = c.id)`,
      [code],
    )
    const company = rows[0] as { id: string } | undefined
    if (company === undefined) continue
    const calls = callsOf(perDay, seed, now)
    await client.query(insertCalls, [company.id, JSON.stringify(calls)])
    made += calls.length
  }
  return made
}

/** The same for the same seed and day: fewer at weekends, more as people get used to it. */
function callsOf(perDay: number, seed: number, now: number): CallCase[] {
  const random = seededRandom(seed)
  const today = Math.floor(now / dayMilliseconds) * dayMilliseconds
  const calls: CallCase[] = []
  for (let ago = days; ago >= 1; ago -= 1) {
    const day = today - ago * dayMilliseconds
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
    const growth = 0.55 + 0.9 * ((days - ago) / days)
    const count = Math.round(perDay * growth * (isWeekend ? 0.25 : 1) * (0.75 + 0.5 * random()))
    // 1:00 to 11:00 UTC is the working day in China.
    const moments = Array.from({ length: count }, () => day + Math.floor((1 + 10 * random()) * 3_600_000))
    for (const at of moments.toSorted((a, b) => a - b)) calls.push(callOf(at, random))
  }
  return calls
}

function callOf(at: number, random: () => number): CallCase {
  const kind = random()
  const feature = kind < 0.6 ? 'chat' : kind < 0.88 ? 'analysis' : 'writing'
  const fate = random()
  const outcome = fate < 0.955 ? 'done' : fate < 0.97 ? 'cancelled' : fate < 0.99 ? 'failed' : 'cut'
  const input = Math.round(sizes[feature].input * (0.6 + 0.9 * random()))
  const written = Math.round(sizes[feature].output * (0.5 + random()))
  return {
    person: random() ** 1.8,
    at: new Date(at).toISOString(),
    feature,
    outcome,
    input: outcome === 'failed' ? 0 : input,
    cached: outcome === 'failed' ? 0 : Math.round(input * (0.2 + 0.4 * random())),
    output: outcome === 'failed' ? 0 : outcome === 'done' ? written : Math.round(written * random()),
    // Who stops an answer never reads what the service counted.
    estimated: outcome === 'cancelled' || outcome === 'cut',
  }
}

/** The price and the model are those that hold now. */
const insertCalls = `with people as (
    select m.person_id, m.display_name, row_number() over (order by m.id) - 1 as n, count(*) over () as total
    from member m where m.company_id = $1 and exists (select from member_role r where r.company_id = m.company_id
      and r.member_id = m.id and r.built_in in ('administrator', 'engineer', 'management_layer'))),
  service as (select p.id, p.company_id as owner_id, p.name, p.model, coalesce(o.prices, p.prices) as prices
    from assistant_provider p
    left join assistant_offer_company k on k.company_id = p.company_id and k.provider_id = p.id and k.customer_id = $1
    left join assistant_offer o on o.company_id = k.company_id and o.provider_id = k.provider_id
    where p.company_id = $1 or k.customer_id = $1 order by k.customer_id is null desc, p.place, p.id limit 1),
  models as (
    select f.feature, coalesce(r.model, s.model) as model from service s
    cross join (values ('chat'), ('analysis'), ('writing')) f (feature)
    left join assistant_setting t on t.company_id = $1
    left join lateral (select e->>'model' as model from jsonb_array_elements(t.routes) e
      where e->>'feature' = f.feature) r on true)
  insert into assistant_call (company_id, subject_id, person_id, person_name, feature, owner_id, provider_id, provider_name,
    model, state, outcome, input, cached, output, estimated, cost, price, at, settled_at, day)
  select $1, $1, e.person_id, e.display_name, c.feature, s.owner_id, s.id, s.name, m.model, 'settled', c.outcome, c.input, c.cached,
    c.output, c.estimated, ((c.input - c.cached) * coalesce((q.price->>'input')::numeric, 0)
      + c.cached * coalesce((q.price->>'cached')::numeric, 0) + c.output * coalesce((q.price->>'output')::numeric, 0)) / 1000000,
    q.price, c.at, c.at + interval '4 seconds', (c.at at time zone o.time_zone)::date
  from jsonb_to_recordset($2::jsonb) as c (person float8, at timestamptz, feature text, outcome text, input bigint, cached bigint,
    output bigint, estimated boolean)
  join company o on o.id = $1
  cross join service s
  join models m on m.feature = c.feature
  join people e on e.n = floor(c.person * e.total)
  left join lateral (select p as price from jsonb_array_elements(s.prices) p where p->>'model' in (m.model, '')
      and (p->>'since')::date <= (c.at at time zone o.time_zone)::date order by p->>'model' = '', p->>'since' desc limit 1) q on true
  order by c.at`
