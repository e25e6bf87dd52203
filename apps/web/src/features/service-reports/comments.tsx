import { serviceReportLimits } from '@netward/contract/service-report-values'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAct } from '../../lib/use-api.ts'
import { type Report, reportPage } from './service-report.ts'
import './comments.css'

/** Of those who make the report. */
export function Comments({ report: { id: reportId, comments } }: { report: Report }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [text, setText] = useState('')
  const send = useAct('POST /api/v1/report/:reportId/comment', { refresh: [reportPage] })
  const add = async () => {
    await send.mutateAsync({ reportId, text })
    setText('')
  }
  return (
    <section className="report-comments">
      <p className="report-note">{t('serviceReports.commentsHint')}</p>
      {comments.length === 0 && <p>{t('serviceReports.noComments')}</p>}
      <ol>
        {comments.map((comment) => (
          <li key={comment.id}>
            <strong>{comment.authorName}</strong> <time>{format.dateTime(comment.createdAt)}</time>
            <p>{comment.text}</p>
          </li>
        ))}
      </ol>
      <Input.TextArea
        rows={3}
        value={text}
        maxLength={serviceReportLimits.comment}
        aria-label={t('serviceReports.comment')}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        loading={send.isPending}
        disabled={text.trim() === ''}
        onClick={() => void add().catch(() => {})}
      >
        {t('serviceReports.commentSend')}
      </Button>
    </section>
  )
}
