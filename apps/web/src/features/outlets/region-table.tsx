import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { noRegion } from '@netward/contract/outlet-region'
import { healths } from '@netward/contract/outlet-values'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { outletsWith, type regionList, regionText } from './outlet.ts'
import './region-table.css'
import '../../ui/plain-table.css'

type Row = EndpointOutput<typeof regionList>['items'][number]
type Filters = Readonly<Record<string, string>>

/** Up to this number all rows are shown initially. */
const shownOpen = 40

interface Props {
  readonly rows: readonly Row[]
  readonly total: number
  /** The basis of the numbers: the lists behind them use the same. */
  readonly filters: Filters
}

/** Regions as a tree of rows; each number links to the outlets that it counts. */
export function RegionTable({ rows, total, filters }: Props) {
  const { t } = useTranslation()
  // Null: as many as fit. Manually opened or closed rows stay so while numbers change.
  const [closed, setClosed] = useState<ReadonlySet<string> | null>(null)
  const parents = new Set(rows.flatMap(({ region }) => parentOf(region) ?? []))
  const few = rows.length <= shownOpen
  const shut = closed ?? (few ? new Set<string>() : parents)
  const shown = rows.filter(({ region }) => !above(region).some((one) => shut.has(one)))
  const known = new Set(rows.map(({ region }) => region))
  const widest = rows.filter(({ region }) => !known.has(parentOf(region) ?? ''))
  const sum = {
    outlets: total,
    health: Object.fromEntries(
      healths.map((one) => [one, widest.reduce((all, { health }) => all + health[one], 0)]),
    ) as Row['health'],
  }
  const toggle = (region: string) => {
    const next = new Set(shut)
    if (!next.delete(region)) next.add(region)
    setClosed(next)
  }
  return (
    <div className="plain-table-frame region-frame">
      {parents.size > 0 && (
        <div className="region-tools">
          <Button type="link" size="small" onClick={() => setClosed(shut.size > 0 ? new Set() : parents)}>
            {t(shut.size > 0 ? 'outlets.regions.expandAll' : 'outlets.regions.collapseAll')}
          </Button>
        </div>
      )}
      <table className="plain-table region-table">
        <thead>
          <tr>
            <th>{t('outlets.region')}</th>
            <th>{t('outlets.regions.outlets')}</th>
            <th>
              <span className="visually-hidden">{t('outlets.healthLabel')}</span>
            </th>
            {healths.map((one) => (
              <th key={one}>{t(`outlets.health.${one}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => {
            const { region } = row
            const depth = above(region).filter((one) => known.has(one)).length
            const last = region === noRegion ? t('outlets.regions.none') : (region.split('/').at(-1) ?? '')
            return (
              <tr key={region}>
                <td>
                  <span className="region-name" style={{ paddingInlineStart: depth * 22 }}>
                    {parents.has(region) ? (
                      <button
                        type="button"
                        aria-expanded={!shut.has(region)}
                        aria-label={t(
                          shut.has(region) ? 'outlets.regions.expand' : 'outlets.regions.collapse',
                          {
                            region: last,
                          },
                        )}
                        onClick={() => toggle(region)}
                      >
                        {shut.has(region) ? (
                          <RightOutlined aria-hidden="true" />
                        ) : (
                          <DownOutlined aria-hidden="true" />
                        )}
                      </button>
                    ) : (
                      <span className="region-leaf" />
                    )}
                    {/* The first row of a part of the tree says where it is. */}
                    {depth === 0 && region !== noRegion ? regionText(region) : last}
                  </span>
                </td>
                <Numbers sum={row} name={last} filters={{ ...filters, region }} />
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <td>{t('outlets.regions.total')}</td>
            <Numbers sum={sum} name={t('outlets.regions.total')} filters={filters} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Numbers({ sum, name, filters }: { sum: Omit<Row, 'region'>; name: string; filters: Filters }) {
  const { t } = useTranslation()
  const format = useFormat()
  const number = (value: number, label: string, health?: string) =>
    value === 0 ? (
      <span className="quiet">0</span>
    ) : (
      <RowLink to={outletsWith({ ...filters, health })} title={label}>
        {format.number(value)}
      </RowLink>
    )
  const words = (health: string, count: number) => t('outlets.regions.count', { region: name, health, count })
  return (
    <>
      <td data-label={t('outlets.regions.outlets')}>
        {number(sum.outlets, words(t('outlets.regions.outlets'), sum.outlets))}
      </td>
      <td className="region-bar-cell">
        <span className="region-bar" aria-hidden="true">
          {healths.map((one) => (
            <span key={one} className={`region-share region-${one}`} style={{ flexGrow: sum.health[one] }} />
          ))}
        </span>
      </td>
      {healths.map((one) => (
        <td
          key={one}
          data-label={t(`outlets.health.${one}`)}
          {...(sum.health[one] === 0 && { className: 'region-zero' })}
        >
          {number(sum.health[one], words(t(`outlets.health.${one}`), sum.health[one]), one)}
        </td>
      ))}
    </>
  )
}

function parentOf(region: string): string | null {
  return region === noRegion || !region.includes('/') ? null : region.slice(0, region.lastIndexOf('/'))
}

function above(region: string): readonly string[] {
  const parent = parentOf(region)
  return parent === null ? [] : [...above(parent), parent]
}
