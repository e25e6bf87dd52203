import { Button } from 'antd'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiDownloadPdf } from '../../lib/api-client.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DetailPage } from '../../ui/detail-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { ReportPaper } from '../../ui/report-paper.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { type Report, reportList } from './line-report.ts'

export function LineReportPage() {
  const { reportId } = useParams({ strict: false })
  return useMay('DMS_SERVER_LINE') ? <Page reportId={reportId ?? ''} /> : <NoPermissionState />
}

/** A report as it is printed. */
function Page({ reportId }: { reportId: string }) {
  const { t } = useTranslation()
  const report = useApi('GET /dial/api/v1/report/:reportId', { reportId })
  const { data } = report
  return (
    <DetailPage
      title={data?.title ?? t('shell.titles.lineReport')}
      path={paths.lineReport(reportId)}
      back={paths.lineReports}
      loading={report.isPending}
      error={report.error}
      onRetry={() => void report.refetch()}
      actions={data && <Acts report={data} />}
      tabs={[
        {
          key: 'report',
          label: t('shell.titles.lineReport'),
          content: data ? <ReportPaper report={{ ...data, head: data.companyName }} /> : null,
        },
      ]}
    />
  )
}

function Acts({ report: { id, title } }: { report: Report }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const remove = useAct('DELETE /dial/api/v1/report/:reportId', { refresh: [reportList] })
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    const confirmed = await confirm({
      title: t('lineReports.removeTitle', { title }),
      text: t('lineReports.removeText'),
      action: t('lineReports.remove'),
      act: () => remove.mutateAsync({ reportId: id }),
    })
    if (!confirmed) return
    notify.success(t('lineReports.removed'))
    void navigate({ to: paths.lineReports })
  }
  const save = async () => {
    setBusy(true)
    try {
      await apiDownloadPdf('GET /dial/api/v1/report/:reportId/pdf', { reportId: id }, title)
    } catch {
      // The client has reported it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Permission codes={['DMS_SERVER_LINE_EDIT']}>
        <Button danger onClick={() => void ask()}>
          {t('lineReports.remove')}
        </Button>
      </Permission>
      <Button onClick={() => window.print()}>{t('lineReports.print')}</Button>
      <Button type="primary" loading={busy} onClick={() => void save()}>
        {busy ? t('lineReports.pdfBusy') : t('lineReports.pdf')}
      </Button>
    </>
  )
}
