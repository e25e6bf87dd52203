import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiDownloadPdf, apiDownloadXlsx } from '../../lib/api-client.ts'
import type { Report } from './service-report.ts'

/** The report as PDF, and the rows behind its figures as a workbook. */
export function FileActs({ report: { id, title, from, to } }: { report: Report }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<'pdf' | 'xlsx' | null>(null)
  const save = async (kind: 'pdf' | 'xlsx') => {
    setBusy(kind)
    try {
      const name = `${title} ${from}–${to}`
      if (kind === 'pdf') await apiDownloadPdf('GET /api/v1/report/:reportId/pdf', { reportId: id }, name)
      else await apiDownloadXlsx('GET /api/v1/report/:reportId/xlsx', { reportId: id }, name)
    } catch {
      // The client has reported it.
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      <Button loading={busy === 'xlsx'} onClick={() => void save('xlsx')}>
        {t('serviceReports.xlsx')}
      </Button>
      <Button loading={busy === 'pdf'} onClick={() => void save('pdf')}>
        {busy === 'pdf' ? t('serviceReports.pdfBusy') : t('serviceReports.pdf')}
      </Button>
    </>
  )
}
