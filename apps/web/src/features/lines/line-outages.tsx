import { outageCauses, responsibilities, responsibilityOf } from '@netward/contract/line-quality-values'
import { Button, Form, Input, Pagination, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import { afterLine, type LineDetailRow, msText, outageList, type OutageRow, percentText } from './line.ts'
import '../../ui/plain-table.css'

const pageSize = 20

/** The ledger of a line. */
export function LineOutages({ line }: { line: LineDetailRow }) {
  const { id: lineId } = line
  const { ReportToCarrier } = useMonitoringParts()
  const { t } = useTranslation()
  const format = useFormat()
  const mayEdit = useMay('DMS_SERVER_LINE_EDIT')
  const [page, setPage] = useState(1)
  const [about, setAbout] = useState<OutageRow | null>(null)
  const read = useApi(outageList, { lineId, page, pageSize }, { keepPrevious: true })
  useLiveReads(outageList, ['line.changed'])
  if (read.data === undefined) return <PendingState read={read} rows={4} />
  const { items, total } = read.data
  if (items.length === 0) return <EmptyState title={t('lines.outageNone')} />
  const reportText = ({ beganAt, endedAt, downMinutes }: OutageRow) =>
    t('lines.reportText', {
      outlet: line.outletName,
      from: format.dateTime(beganAt),
      to: endedAt === null ? t('lines.lasts') : format.dateTime(endedAt),
      minutes: downMinutes,
    })
  const label = {
    began: t('lines.began'),
    ended: t('lines.ended'),
    down: t('lines.downFor'),
    worst: t('lines.worst'),
    targets: t('lines.failedTargets'),
    view: t('lines.secondView'),
    cause: t('lines.cause'),
    responsibility: t('lines.responsibility'),
    note: t('lines.note'),
  }
  return (
    <div className="plain-table-frame">
      <table className="plain-table">
        <thead>
          <tr>
            {Object.entries(label).map(([key, text]) => (
              <th key={key}>{text}</th>
            ))}
            <th>
              <span className="visually-hidden">{t('common.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={one.id}>
              <td data-label={label.began}>{format.dateTime(one.beganAt)}</td>
              <td data-label={label.ended}>
                {one.endedAt === null ? t('lines.lasts') : format.dateTime(one.endedAt)}
              </td>
              <td data-label={label.down}>{format.number(one.downMinutes)}</td>
              <td data-label={label.worst}>
                {format.dateTime(one.worstAt)}
                {one.worstLoss !== null && (
                  <div className="quiet">
                    {one.worstRtt === null
                      ? percentText(one.worstLoss)
                      : `${percentText(one.worstLoss)} · ${msText(one.worstRtt)}`}
                  </div>
                )}
              </td>
              <td data-label={label.targets}>
                {one.targets
                  .map((target) => t(`lines.smoke.targets.${target}`))
                  .join(t('alarms.rules.comma')) || '—'}
              </td>
              <td data-label={label.view}>
                {t(
                  one.secondBy === 'ping'
                    ? `lines.secondPings.${one.secondView}`
                    : `lines.secondViews.${one.secondView}`,
                )}
              </td>
              <td data-label={label.cause}>
                {t(`lines.causes.${one.cause}`)}
                {one.causeAt !== null && (
                  <div className="quiet">
                    {one.causeRule !== null
                      ? t(`lines.causeRules.${one.causeRule}`)
                      : t('lines.causeBy', { name: one.causeBy, at: format.dateTime(one.causeAt) })}
                  </div>
                )}
              </td>
              <td data-label={label.responsibility}>{t(`lines.responsibilities.${one.responsibility}`)}</td>
              <td data-label={label.note}>{one.note || '—'}</td>
              <td>
                {one.responsibility !== 'customer' && (
                  <ReportToCarrier
                    lineId={lineId}
                    title={t('lines.reportTitle', { line: line.name })}
                    description={reportText(one)}
                    isp={line.isp}
                    ispName={line.ispName}
                  />
                )}
                {mayEdit && (
                  <Button type="link" size="small" onClick={() => setAbout(one)}>
                    {t('lines.setCause')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > pageSize && (
        <Pagination
          current={page}
          pageSize={pageSize}
          total={total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      <CauseDrawer outage={about} onClose={() => setAbout(null)} />
    </div>
  )
}

interface Values {
  cause: OutageRow['cause']
  responsibility: OutageRow['responsibility']
  note: string
}

function CauseDrawer({ outage, onClose }: { outage: OutageRow | null; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useAct('PUT /dial/api/v1/outage/:outageId/cause', { errors: 'caller', refresh: afterLine })
  const initialValues = useMemo(
    (): Values => ({
      cause: outage?.cause ?? 'unknown',
      responsibility: outage?.responsibility ?? 'unknown',
      note: outage?.note ?? '',
    }),
    [outage],
  )
  return (
    <FormDrawer<Values>
      title={t('lines.setCauseTitle')}
      open={outage !== null}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={async (values) => {
        if (outage !== null) await save.mutateAsync({ outageId: outage.id, ...values })
      }}
    >
      {(form) => (
        <>
          <Form.Item name="cause" label={t('lines.cause')}>
            <Select
              options={outageCauses.map((value) => ({ value, label: t(`lines.causes.${value}`) }))}
              onChange={(cause: Values['cause']) =>
                form.setFieldValue('responsibility', responsibilityOf[cause])
              }
            />
          </Form.Item>
          <Form.Item name="responsibility" label={t('lines.responsibility')}>
            <Select
              options={responsibilities.map((value) => ({
                value,
                label: t(`lines.responsibilities.${value}`),
              }))}
            />
          </Form.Item>
          <Form.Item name="note" label={t('lines.note')}>
            <Input.TextArea maxLength={500} rows={3} />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}
