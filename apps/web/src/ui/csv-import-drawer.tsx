import { DownloadOutlined, FileTextOutlined } from '@ant-design/icons'
import type { FailedItem } from '@netward/contract/errors'
import type { ImportPreview } from '@netward/contract/imports'
import { Button, Drawer, Progress } from 'antd'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText, reportError } from '../lib/api-errors.ts'
import { useFormat } from '../lib/format.ts'
import { notify } from '../lib/notify.ts'
import { useUploadLimits } from '../lib/use-upload-limits.ts'
import { saveTemplate, wrongFile } from './csv-file.ts'
import { ImportPreviewTable } from './import-preview.tsx'
import './csv-import-drawer.css'

type Progressing = { kind: 'idle' } | { kind: 'uploading'; share: number }
type Problem = { kind: 'text'; text: string } | { kind: 'rows'; rows: readonly FailedItem[] }

interface ImportColumn {
  /** Name used by the server. */
  readonly name: string
  /** Whether it is required, and its content. */
  readonly help: string
}

type OnProgress = (share: number) => void

export interface CsvImportProps {
  readonly title: string
  readonly columns: readonly ImportColumn[]
  /** File name of the template. */
  readonly templateName: string
  /** Shown between the general import notes and the columns. */
  readonly remark?: ReactNode
  /** Asks what the file would add, change and refuse, with its errors left to the caller; without it there is no preview. */
  readonly preview?: (file: File, onProgress: OnProgress) => Promise<ImportPreview>
  /** Sends the file with its errors left to the caller; answers how many rows were added and updated. */
  readonly upload: (file: File, onProgress: OnProgress) => Promise<{ imported: number; updated?: number }>
}

/** Imports a CSV: all rows or none, after a preview of what it adds, changes and refuses. */
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
      size={given.preview === undefined ? 560 : 720}
      className="form-drawer"
      destroyOnHidden
    >
      <Import {...given} onDone={onClose} />
    </Drawer>
  )
}

function Import({
  columns,
  templateName,
  remark,
  preview,
  upload,
  onDone,
}: CsvImportProps & { onDone: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const limits = useUploadLimits()
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<Progressing>({ kind: 'idle' })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [previewed, setPreviewed] = useState<ImportPreview | null>(null)
  const busy = progress.kind === 'uploading'

  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return
    const wrong = wrongFile(chosen, limits.file)
    setPreviewed(null)
    setFile(wrong === null ? chosen : null)
    setProblem(wrong === null ? null : { kind: 'text', text: t(wrong, { size: limits.file }) })
  }
  const send = async (work: (onProgress: OnProgress) => Promise<void>) => {
    setProblem(null)
    setProgress({ kind: 'uploading', share: 0 })
    try {
      await work((share) => setProgress({ kind: 'uploading', share }))
    } catch (error) {
      setPreviewed(null)
      setProblem(problemOf(error))
    } finally {
      setProgress({ kind: 'idle' })
    }
  }
  const start = () =>
    send(async (onProgress) => {
      if (file === null) return
      if (preview !== undefined && previewed === null) {
        setPreviewed(await preview(file, onProgress))
        return
      }
      const { imported, updated = 0 } = await upload(file, onProgress)
      notify.success(
        updated === 0
          ? t('common.import.done', { count: imported })
          : t('common.import.doneUpdated', { count: imported, updated }),
      )
      onDone()
    })
  const counts = previewed?.counts
  const blocked = counts !== undefined && (counts.refused > 0 || counts.new + counts.changed === 0)

  return (
    <div className="import">
      <p className="import-hint">{t('common.import.hint')}</p>
      {remark}
      {previewed === null && columns.length > 0 && (
        <ColumnHelp columns={columns} templateName={templateName} />
      )}
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
      {previewed !== null && <ImportPreviewTable preview={previewed} />}
      {blocked && (
        <output className="import-hint">
          {t(counts.refused > 0 ? 'common.import.correct' : 'common.import.nothing')}
        </output>
      )}
      <div>
        <Button
          type="primary"
          disabled={file === null || blocked}
          loading={busy}
          onClick={() => void start()}
        >
          {preview !== undefined && counts === undefined
            ? t('common.import.preview')
            : counts === undefined || counts.changed === 0
              ? t('common.import.start')
              : t('common.import.confirm', { added: counts.new, changed: counts.changed })}
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
          // The same file, corrected, can be selected again.
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
