import { StarOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { devicePath, paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { personalRead } from '../../lib/use-personal.ts'
import { PresenceTag } from '../../ui/device-tags.tsx'
import { HealthScore } from '../../ui/health-score.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { State } from '../../ui/state.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'

type Item = EndpointOutput<typeof personalRead>['items'][number]

const shown = 8

/** What the person follows, and what they opened last. */
export function PersonalCard() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const [of, setOf] = useState<'starred' | 'recent'>('starred')
  const items = useApi(personalRead, {}, { keepPrevious: true }).data?.items
  const chosen = (items ?? [])
    .filter(({ starredAt, seenAt }) => (of === 'starred' ? starredAt : seenAt) !== null)
    .toSorted((a, b) => latest(b, of).localeCompare(latest(a, of)))
    .slice(0, shown)
  return (
    <section className="workbench-card" aria-labelledby="workbench-personal">
      <header>
        <h2 id="workbench-personal">{t('workbench.mine')}</h2>
        <Segmented
          size="small"
          value={of}
          options={[
            { value: 'starred', label: t('workbench.followed') },
            { value: 'recent', label: t('workbench.recent') },
          ]}
          onChange={setOf}
        />
      </header>
      {items === undefined ? (
        <LoadingState rows={4} />
      ) : chosen.length === 0 ? (
        <State
          icon={<StarOutlined />}
          title={t(of === 'starred' ? 'workbench.followedNone' : 'workbench.recentNone')}
          hint={t(of === 'starred' ? 'workbench.followedNoneHint' : 'workbench.recentNoneHint')}
        />
      ) : (
        <ul className="workbench-tasks workbench-personal">
          {chosen.map((item) => (
            <li key={`${item.kind} ${item.id}`}>
              <span>
                <RowLink to={pathOf(item)}>{nameOf(item)}</RowLink>{' '}
                <small className="quiet">{t(`workbench.kinds.${item.kind}`)}</small>
              </span>
              <Standing item={item} />
              <span className="quiet">
                {several && `${item.companyName} `}
                {of === 'recent' && <RelativeTime at={item.seenAt} />}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const latest = (item: Item, of: 'starred' | 'recent') =>
  (of === 'starred' ? item.starredAt : item.seenAt) ?? ''

const nameOf = ({ name, number }: Item) => (number === null ? name : `#${number} ${name}`)

function pathOf({ kind, id, type }: Item): string {
  if (kind === 'device') return devicePath(id, type ?? 'other')
  if (kind === 'outlet') return paths.outlet(id)
  return kind === 'order' ? paths.order(id) : paths.line(id)
}

function Standing({ item: { presence, score, band, state, lineState } }: { item: Item }) {
  const { t } = useTranslation()
  if (presence !== null) return <PresenceTag presence={presence} />
  if (band !== null) return <HealthScore outlet={{ score, band }} />
  if (state !== null) return <StatusTag tone="waiting">{t(`orders.states.${state}`)}</StatusTag>
  if (lineState === null) return <span />
  const tone = lineState === 'up' ? 'ok' : lineState === 'down' ? 'bad' : 'unknown'
  return <StatusTag tone={tone}>{t(`lines.states.${lineState}`)}</StatusTag>
}
