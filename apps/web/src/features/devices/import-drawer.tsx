import { DownloadOutlined, FileTextOutlined } from '@ant-design/icons'
import type { FailedItem } from '@netward/contract/errors'
import { uploadLimits } from '@netward/contract/field-rules'
import { Button, Drawer, Progress } from 'antd'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { ApiError, errorText, reportError } from '../../lib/api-errors.ts'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { saveTemplate, templateColumns, wrongFile } from './import-file.ts'

type Progressing = { kind: 'idle' } | { kind: 'uploading'; share: number }
type Problem = { kind: 'text'; text: string } | { kind: 'rows'; rows: readonly FailedItem[] }

/** Imports pre-registrations from a CSV: all rows or none, and the refused ones row by row. */
export function ImportDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      title={t('devices.pre.importTitle')}
      open={open}
      onClose={onClose}
      size={560}
      className="form-drawer"
      destroyOnHidden
    >
      <Import onDone={onClose} />
    </Drawer>
  )
}

function Import({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const refresh = useRefreshReads()
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<Progressing>({ kind: 'idle' })
  const [problem, setProblem] = useState<Problem | null>(null)
  const busy = progress.kind === 'uploading'

  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return
    const wrong = wrongFile(chosen)
    setFile(wrong === null ? chosen : null)
    setProblem(wrong === null ? null : { kind: 'text', text: t(wrong, { size: uploadLimits.file }) })
  }
  const start = async () => {
    if (file === null) return
    setProblem(null)
    setProgress({ kind: 'uploading', share: 0 })
    try {
      const { imported } = await apiUpload(
        'POST /api/v1/device/pre-registration/import',
        file,
        {},
        { errors: 'caller', onProgress: (share) => setProgress({ kind: 'uploading', share }) },
      )
      notify.success(t('devices.pre.imported', { count: imported }))
      void refresh('POST /api/v1/device/pre-registration/lists')
      onDone()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setProgress({ kind: 'idle' })
    }
  }

  return (
    <div className="import">
      <p className="device-plain">{t('devices.pre.importHint')}</p>
      <ColumnHelp />
      <DropField disabled={busy} onFile={choose} />
      {file !== null && (
        <p className="import-file">
          <FileTextOutlined aria-hidden="true" />
          <span>{t('devices.pre.chosen', { name: file.name, size: format.bytes(file.size) })}</span>
        </p>
      )}
      {progress.kind === 'uploading' && (
        <Progress
          percent={Math.round(progress.share * 100)}
          aria-label={t('devices.pre.uploading', { percent: Math.round(progress.share * 100) })}
        />
      )}
      {problem?.kind === 'text' && (
        <p className="device-remark device-remark-bad" role="alert">
          {problem.text}
        </p>
      )}
      {problem?.kind === 'rows' && <RefusedRows rows={problem.rows} />}
      <div>
        <Button type="primary" disabled={file === null} loading={busy} onClick={() => void start()}>
          {t('devices.pre.start')}
        </Button>
      </div>
    </div>
  )
}

function problemOf(error: unknown): Problem | null {
  if (!(error instanceof ApiError) || error.reported) {
    reportError(error)
    return null
  }
  error.reported = true
  return error.failed.length > 0
    ? { kind: 'rows', rows: error.failed }
    : { kind: 'text', text: errorText(error) }
}

function ColumnHelp() {
  const { t } = useTranslation()
  const words = {
    required: t('devices.pre.columnSerial'),
    either: t('devices.pre.columnOui'),
    optional: t('devices.pre.columnOptional'),
    secret: t('devices.pre.columnLabelSecret'),
  }
  return (
    <section className="import-columns">
      <header>
        <h2>{t('devices.pre.columns')}</h2>
        <Button
          type="link"
          size="small"
          icon={<DownloadOutlined />}
          onClick={() => saveTemplate(t('devices.pre.templateName'))}
        >
          {t('devices.pre.template')}
        </Button>
      </header>
      <dl>
        {templateColumns.map(({ name, rule }) => (
          <div key={name}>
            <dt className="mono">{name}</dt>
            <dd>{words[rule]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function DropField({ disabled, onFile }: { disabled: boolean; onFile: (file: File | undefined) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) onFile(event.dataTransfer.files[0])
  }
  return (
    <div
      className={over ? 'import-drop import-drop-over' : 'import-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>{t('devices.pre.drop')}</label>
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {t('devices.pre.choose')}
      </Button>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,text/csv"
        className="visually-hidden"
        tabIndex={-1}
        disabled={disabled}
        onChange={(event) => {
          onFile(event.target.files?.[0])
          // The same file, corrected, can be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}

function RefusedRows({ rows }: { rows: readonly FailedItem[] }) {
  const { t } = useTranslation()
  return (
    <div className="import-refused" role="alert">
      <strong>{t('devices.pre.refusedTitle', { count: rows.length })}</strong>
      <p className="device-plain">{t('devices.pre.refusedHint')}</p>
      <div className="import-rows">
        <table className="device-table">
          <thead>
            <tr>
              <th>{t('devices.pre.row')}</th>
              <th>{t('devices.pre.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ ip, reason }) => (
              <tr key={`${ip} ${reason}`}>
                <td data-label={t('devices.pre.row')}>{ip}</td>
                <td data-label={t('devices.pre.reason')}>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
