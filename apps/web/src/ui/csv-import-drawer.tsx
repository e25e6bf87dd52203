import { DownloadOutlined, FileTextOutlined } from '@ant-design/icons'
import type { FailedItem } from '@netward/contract/errors'
import { Button, Drawer, Progress } from 'antd'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText, reportError } from '../lib/api-errors.ts'
import { useFormat } from '../lib/format.ts'
import { notify } from '../lib/notify.ts'
import { useUploadLimits } from '../lib/use-upload-limits.ts'
import { saveTemplate, wrongFile } from './csv-file.ts'
import './csv-import-drawer.css'

type Progressing = { kind: 'idle' } | { kind: 'uploading'; share: number }
type Problem = { kind: 'text'; text: string } | { kind: 'rows'; rows: readonly FailedItem[] }

interface ImportColumn {
  /** As the server names it. */
  readonly name: string
  /** Whether it is needed, and what it holds. */
  readonly help: string
}

export interface CsvImportProps {
  readonly title: string
  readonly columns: readonly ImportColumn[]
  /** Of the file that the template is saved as. */
  readonly templateName: string
  /** Between what is said of every import and the columns. */
  readonly remark?: ReactNode
  /** Sends the file with its errors left to the caller; answers how many rows were taken. */
  readonly upload: (file: File, onProgress: (share: number) => void) => Promise<number>
}

/** Imports a CSV: all rows or none, and the refused ones row by row. */
export function CsvImportDrawer({
  open,
  onClose,
  ...given
}: CsvImportProps & { open: boolean; onClose: () => void }) {
  return (
    <Drawer
      title={given.title}
      open={open}
      onClose={onClose}
      size={560}
      className="form-drawer"
      destroyOnHidden
    >
      <Import {...given} onDone={onClose} />
    </Drawer>
  )
}

function Import({ columns, templateName, remark, upload, onDone }: CsvImportProps & { onDone: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const limits = useUploadLimits()
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<Progressing>({ kind: 'idle' })
  const [problem, setProblem] = useState<Problem | null>(null)
  const busy = progress.kind === 'uploading'

  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return
    const wrong = wrongFile(chosen, limits.file)
    setFile(wrong === null ? chosen : null)
    setProblem(wrong === null ? null : { kind: 'text', text: t(wrong, { size: limits.file }) })
  }
  const start = async () => {
    if (file === null) return
    setProblem(null)
    setProgress({ kind: 'uploading', share: 0 })
    try {
      const imported = await upload(file, (share) => setProgress({ kind: 'uploading', share }))
      notify.success(t('common.import.done', { count: imported }))
      onDone()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setProgress({ kind: 'idle' })
    }
  }

  return (
    <div className="import">
      <p className="import-hint">{t('common.import.hint')}</p>
      {remark}
      <ColumnHelp columns={columns} templateName={templateName} />
      <DropField disabled={busy} onFile={choose} />
      {file !== null && (
        <p className="import-file">
          <FileTextOutlined aria-hidden="true" />
          <span>{t('common.import.chosen', { name: file.name, size: format.bytes(file.size) })}</span>
        </p>
      )}
      {progress.kind === 'uploading' && (
        <Progress
          percent={Math.round(progress.share * 100)}
          aria-label={t('common.import.uploading', { percent: Math.round(progress.share * 100) })}
        />
      )}
      {problem?.kind === 'text' && (
        <p className="import-problem" role="alert">
          {problem.text}
        </p>
      )}
      {problem?.kind === 'rows' && <RefusedRows rows={problem.rows} />}
      <div>
        <Button type="primary" disabled={file === null} loading={busy} onClick={() => void start()}>
          {t('common.import.start')}
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

function ColumnHelp({ columns, templateName }: Pick<CsvImportProps, 'columns' | 'templateName'>) {
  const { t } = useTranslation()
  return (
    <section className="import-columns">
      <header>
        <h2>{t('common.import.columns')}</h2>
        <Button
          type="link"
          size="small"
          icon={<DownloadOutlined />}
          onClick={() =>
            saveTemplate(
              templateName,
              columns.map(({ name }) => name),
            )
          }
        >
          {t('common.import.template')}
        </Button>
      </header>
      <dl>
        {columns.map(({ name, help }) => (
          <div key={name}>
            <dt className="mono">{name}</dt>
            <dd>{help}</dd>
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
      <label htmlFor={id}>{t('common.import.drop')}</label>
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {t('common.import.choose')}
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
      <strong>{t('common.import.refusedTitle', { count: rows.length })}</strong>
      <p className="import-hint">{t('common.import.refusedHint')}</p>
      <div className="import-rows">
        <table className="import-table">
          <thead>
            <tr>
              <th>{t('common.import.row')}</th>
              <th>{t('common.import.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ ip, reason }) => (
              <tr key={`${ip} ${reason}`}>
                <td>{ip}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
