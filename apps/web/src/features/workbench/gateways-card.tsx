import type { EndpointOutput } from '@netward/contract'
import { ApartmentOutlined, RightOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'

type Gateways = NonNullable<EndpointOutput<'GET /api/v1/workbench'>['gateways']>

const states = ['online', 'overdue', 'offline', 'unknown'] as const
const guarded = ['quarantined', 'duplicate']

/** One decimal; exactly 100 only if none is missing. */
export function shareOf(part: number, total: number): string {
  if (total === 0) return '—'
  const tenths = Math.floor((part / total) * 1000) / 10
  return `${part === total ? 100 : Math.min(tenths, 99.9)}%`
}

/** Gateways by state; each number opens the list that it counts. */
export function GatewaysCard({ gateways }: { gateways: Gateways }) {
  const { t } = useTranslation()
  const format = useFormat()
  const total = gateways.online + gateways.overdue + gateways.offline + gateways.unknown
  const hints = {
    online: t('workbench.onlineHint'),
    overdue: t('workbench.overdueHint'),
    offline: t('workbench.offlineHint'),
    unknown: t('workbench.unknownHint'),
  }
  return (
    <section className="workbench-card workbench-gateways" aria-labelledby="workbench-gateways">
      <header>
        <h2 id="workbench-gateways">{t('workbench.gateways')}</h2>
        <Link to={paths.smartCpeList}>
          {t('workbench.openList')} <RightOutlined aria-hidden="true" />
        </Link>
      </header>
      <div className="workbench-health">
        <div className="workbench-share">
          <strong>{shareOf(gateways.online, total)}</strong>
          <span>{t('workbench.onlineShare')}</span>
        </div>
        <div className="workbench-bar-block">
          <Link to={paths.smartCpeList} className="workbench-total">
            {t('workbench.total')} <strong>{format.number(total)}</strong>
          </Link>
          {/* The same numbers follow as text. */}
          <div className="workbench-bar" aria-hidden="true">
            {states.map((state) =>
              gateways[state] === 0 ? null : (
                <span
                  key={state}
                  className={`workbench-bar-${state}`}
                  style={{ flexGrow: gateways[state] }}
                />
              ),
            )}
          </div>
        </div>
      </div>
      <ul className="workbench-stats">
        {states.map((state) => (
          <Stat
            key={state}
            kind={state}
            label={t(`devices.presence.${state}`)}
            hint={hints[state]}
            count={gateways[state]}
            search={{ presence: state }}
          />
        ))}
        <Stat
          kind="guarded"
          label={t('devices.guardedCount')}
          hint={t('workbench.guardedHint')}
          count={gateways.guarded}
          search={{ guard: guarded }}
        />
      </ul>
    </section>
  )
}

function Stat(props: {
  kind: 'online' | 'overdue' | 'offline' | 'unknown' | 'guarded'
  label: string
  hint: string
  count: number
  search: Readonly<Record<string, string | readonly string[]>>
}) {
  const format = useFormat()
  return (
    <li>
      <Link to={paths.smartCpeList} search={props.search} className="workbench-stat">
        <span className="workbench-stat-label">
          <span className={`workbench-dot workbench-dot-${props.kind}`} aria-hidden="true" />
          {props.label}
        </span>
        <strong>{format.number(props.count)}</strong>
        <span className="workbench-stat-hint">{props.hint}</span>
      </Link>
    </li>
  )
}

/** Replaces four zeros: what to do first. */
export function FirstGatewayCard() {
  const { t } = useTranslation()
  return (
    <section className="workbench-card workbench-first">
      <span className="workbench-first-icon" aria-hidden="true">
        <ApartmentOutlined />
      </span>
      <div>
        <h2>{t('workbench.firstTitle')}</h2>
        <p>{t('workbench.firstHint')}</p>
      </div>
      <Link to={paths.smartCpeList} className="plain-button plain-button-primary">
        {t('workbench.firstAction')}
      </Link>
    </section>
  )
}
