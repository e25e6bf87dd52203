import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportDrawer, type ReportSubject } from './report-drawer.tsx'

/** On the page of a line: a report on it. */
export function LineReportButton({ line }: { line: ReportSubject }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('lineReports.create')}</Button>
      <ReportDrawer line={line} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
