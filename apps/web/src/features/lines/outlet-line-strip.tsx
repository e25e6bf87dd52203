import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { lineList, msText, percentText, stateTones } from './line.ts'
import { MinuteBar, MinuteLegend } from './minute-bar.tsx'
import './lines.css'

const most = 20
const weekMs = 7 * 86_400_000

/** How the lines of a site do, on its page; nothing where it has none. */
export function OutletLineStrip({ outletId }: { outletId: string }) {
  return useMay('DMS_SERVER_LINE') ? <Strip outletId={outletId} /> : null
}

function Strip({ outletId }: { outletId: string }) {
  const { t } = useTranslation()
  const read = useApi(lineList, { outletId, pageSize: most }, { keepPrevious: true })
  useLiveReads(lineList, ['line.changed'])
  const lines = read.data?.items ?? []
  if (lines.length === 0) return null
  return (
    <Panel
      title={t('shell.titles.lines')}
      actions={<Scorecard outletId={outletId} companyId={lines[0]!.companyId} />}
    >
      <ul className="line-strip">
        {lines.map(({ id, name, state, now, hours, measuredBy }) => (
          <li key={id}>
            <span className="line-strip-name">
              <RowLink to={paths.line(id)}>{name}</RowLink>{' '}
              <StatusTag tone={stateTones[state]}>{t(`lines.states.${state}`)}</StatusTag>
            </span>
            <span>
              {t('lines.loss')} {percentText(now.loss)}
            </span>
            <span>
              {t('lines.rtt')} {msText(now.rtt)}
            </span>
            <MinuteBar letters={hours} of="hours" />
            <small className="quiet">{measuredBy === null ? '—' : t(`lines.measurers.${measuredBy}`)}</small>
          </li>
        ))}
      </ul>
      <MinuteLegend />
    </Panel>
  )
}

/** Makes the scorecard of the last seven days, and opens it. */
function Scorecard({ outletId, companyId }: { outletId: string; companyId: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const navigate = useNavigate()
  const { several } = useCompanyScope()
  const create = useAct('POST /dial/api/v1/report', { refresh: ['POST /dial/api/v1/report/lists'] })
  const make = async () => {
    const now = Date.now()
    const report = await create.mutateAsync({
      ...(several && { companyId }),
      kind: 'outlet',
      language,
      outletId,
      from: new Date(now - weekMs).toISOString(),
      to: new Date(now).toISOString(),
    })
    void navigate({ to: paths.lineReport(report.id) })
  }
  return (
    <Button size="small" loading={create.isPending} onClick={() => void make().catch(() => undefined)}>
      {t('lines.scorecard')}
    </Button>
  )
}
