import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiDownloadPdf, apiDownloadXlsx } from '../../lib/api-client.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useApi } from '../../lib/use-api.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { ReportPaper } from '../../ui/report-paper.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { statementPage } from './statement.ts'

export function StatementPage() {
  const { statementId } = useParams({ strict: false })
  return useMay('DMS_SERVER_REPORT') ? <Page statementId={statementId ?? ''} /> : <NoPermissionState />
}

/** A statement as it is printed, in the language of the reader. */
function Page({ statementId }: { statementId: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const statement = useApi(statementPage, { statementId, language })
  const { data } = statement
  return (
    <DetailPage
      title={data?.title ?? t('shell.titles.statement')}
      path={paths.statement(statementId)}
      back={paths.statements}
      loading={statement.isPending}
      error={statement.error}
      onRetry={() => void statement.refetch()}
      actions={data && <FileActs statementId={statementId} language={language} name={data.title} />}
      tabs={[
        {
          key: 'statement',
          label: t('shell.titles.statement'),
          content: data ? <ReportPaper report={{ ...data, language, head: data.companyName }} /> : null,
        },
      ]}
    />
  )
}

function FileActs({
  statementId,
  language,
  name,
}: {
  statementId: string
  language: 'zh' | 'en'
  name: string
}) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<'pdf' | 'xlsx' | null>(null)
  const save = async (kind: 'pdf' | 'xlsx') => {
    setBusy(kind)
    const one = { statementId, language }
    try {
      if (kind === 'pdf') await apiDownloadPdf('GET /api/v1/statement/:statementId/pdf', one, name)
      else await apiDownloadXlsx('GET /api/v1/statement/:statementId/xlsx', one, name)
    } catch {
      // The client has reported it.
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      <Button loading={busy === 'xlsx'} onClick={() => void save('xlsx')}>
        {t('statements.xlsx')}
      </Button>
      <Button loading={busy === 'pdf'} onClick={() => void save('pdf')}>
        {busy === 'pdf' ? t('serviceReports.pdfBusy') : t('serviceReports.pdf')}
      </Button>
    </>
  )
}
