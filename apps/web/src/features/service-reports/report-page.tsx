import { useParams } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { ApprovalPanel } from '../../ui/approval/approval-panel.tsx'
import { ReportPaper } from '../../ui/report-paper.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { Comments } from './comments.tsx'
import { DraftActs } from './draft-acts.tsx'
import { FileActs } from './file-acts.tsx'
import { type Report, reportPage } from './service-report.ts'

export function ServiceReportPage() {
  const { reportId } = useParams({ strict: false })
  return useMay('DMS_SERVER_REPORT') ? <Page reportId={reportId ?? ''} /> : <NoPermissionState />
}

/** A report as it is printed, with what is left to do on a draft. */
function Page({ reportId }: { reportId: string }) {
  const { t } = useTranslation()
  const report = useApi(reportPage, { reportId })
  const { data } = report
  return (
    <DetailPage
      title={data?.title ?? t('shell.titles.serviceReport')}
      path={paths.serviceReport(reportId)}
      back={paths.serviceReports}
      loading={report.isPending}
      error={report.error}
      onRetry={() => void report.refetch()}
      actions={
        data && (
          <>
            <FileActs report={data} />
            <Button onClick={() => window.print()}>{t('serviceReports.print')}</Button>
            {data.editable && <DraftActs report={data} />}
          </>
        )
      }
      tabs={[
        {
          key: 'report',
          label: t('shell.titles.serviceReport'),
          content: data ? <Paper report={data} /> : null,
        },
        ...(data?.editable
          ? [
              {
                key: 'comments',
                label: `${t('serviceReports.comments')} ${data.comments.length || ''}`.trim(),
                content: <Comments report={data} />,
              },
            ]
          : []),
      ]}
    />
  )
}

function Paper({ report }: { report: Report }) {
  const { t } = useTranslation()
  return (
    <>
      {report.editable && (
        <Alert
          type="info"
          showIcon
          title={t('serviceReports.draft', { maker: report.makerName })}
          style={{ marginBottom: 16 }}
        />
      )}
      <ReportApproval report={report} />
      <ReportPaper report={{ ...report, head: report.makerName }} />
    </>
  )
}

function ReportApproval({ report: { id: reportId, approval, approvalAsked } }: { report: Report }) {
  const mayEdit = useMay('DMS_SERVER_REPORT_EDIT')
  const ask = useAct('POST /api/v1/report/:reportId/approval', { errors: 'caller', refresh: [reportPage] })
  useLiveReads(reportPage, ['service_report.changed'])
  return (
    <ApprovalPanel
      approval={approvalAsked}
      standing={approval}
      {...(mayEdit && { onAsk: (note: string) => ask.mutateAsync({ reportId, note }) })}
    />
  )
}
