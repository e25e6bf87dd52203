import type { AcsRequest, QueuedTransfer, TransferComplete } from '@netward/cwmp'
import type { Cpe } from './cpe.ts'
import { fetchFile, reachable, sendFile, TransferFailure } from './file-transfer.ts'
import type { GatewayOptions } from './options.ts'
import type { SimulatedImage } from './simulated-files.ts'
import { applyConfiguration, configurationOf, readSimulatedImage } from './simulated-files.ts'

export type TransferRequest = Extract<AcsRequest, { method: 'Download' | 'Upload' }>

/** Outcome of a transfer: the report, and the image to boot. */
export interface Transferred {
  report: TransferComplete
  image: SimulatedImage | null
}

interface Queued {
  request: TransferRequest
  state: QueuedTransfer['state']
}

/** Codes newer than CWMP 1.0: its gateways return 9010 for all of them. */
const laterCodes = new Set(['9014', '9015', '9016', '9017', '9018', '9019'])

/** Transfers of one gateway: downloads and uploads files, checks them, reports the outcome. */
export class TransferAgent {
  readonly #cpe: Cpe
  readonly #options: GatewayOptions
  readonly #queue = new Map<TransferRequest, Queued>()

  constructor(cpe: Cpe, options: GatewayOptions) {
    this.#cpe = cpe
    this.#options = options
  }

  /** As listed by GetAllQueuedTransfers. */
  get queued(): QueuedTransfer[] {
    return [...this.#queue.values()].map(({ request, state }) => ({
      commandKey: request.commandKey,
      state,
      about: {
        isDownload: request.method === 'Download',
        fileType: request.fileType,
        fileSize: request.method === 'Download' ? request.fileSize : 0,
        targetFileName: request.method === 'Download' ? request.targetFileName : '',
      },
    }))
  }

  accept(request: TransferRequest): void {
    this.#queue.set(request, { request, state: 1 })
  }

  /** The ACS received its completion. */
  forget(report: TransferComplete): void {
    for (const [request] of this.#queue)
      if (request.commandKey === report.commandKey) this.#queue.delete(request)
  }

  clear(): void {
    this.#queue.clear()
  }

  async carryOut(request: TransferRequest): Promise<Transferred> {
    this.#enter(request, 2)
    const startTime = new Date().toISOString()
    let image: SimulatedImage | null = null
    let failure: TransferFailure | null = null
    try {
      image = await this.#transfer(request)
    } catch (error) {
      failure = error instanceof TransferFailure ? error : new TransferFailure('9002', String(error))
    }
    this.#enter(request, 3)
    return {
      image,
      report: {
        method: 'TransferComplete',
        commandKey: request.commandKey,
        faultCode: failure === null ? '0' : this.#codeOf(failure, request),
        faultString: failure?.message ?? '',
        startTime,
        completeTime: new Date().toISOString(),
      },
    }
  }

  #enter(request: TransferRequest, state: number): void {
    const queued = this.#queue.get(request)
    if (queued !== undefined) queued.state = state
  }

  #codeOf({ code }: TransferFailure, request: TransferRequest): string {
    if (request.method === 'Upload' && code !== '9012') return '9011'
    return this.#cpe.factory.model.cwmpVersion === '1.0' && laterCodes.has(code) ? '9010' : code
  }

  async #transfer(request: TransferRequest): Promise<SimulatedImage | null> {
    const planned = this.#options.odd?.transferFault
    if (planned !== undefined) throw new TransferFailure(planned, 'Simulated fault')
    const url = new URL(request.url)
    const { timeoutMs = 30_000, rangeBytes, ca } = this.#options
    const target = {
      url: this.#reachable(url),
      credentials:
        request.username === '' ? null : { username: request.username, password: request.password },
      timeoutMs,
      ...(rangeBytes === undefined ? {} : { rangeBytes }),
      ...(ca === undefined ? {} : { ca }),
    }
    if (request.method === 'Upload') {
      await sendFile(target, this.#fileOf(request.fileType))
      return null
    }
    const content = await fetchFile(target)
    if (request.fileSize !== 0 && content.length !== request.fileSize) {
      throw new TransferFailure('9018', `${content.length} bytes instead of ${request.fileSize}`)
    }
    return this.#use(request.fileType, content)
  }

  #reachable(url: URL): URL {
    if (reachable(url, this.#options.url)) return url
    throw new TransferFailure('9015', 'the file server cannot be reached')
  }

  #fileOf(fileType: string): Buffer {
    if (/^[13] /.test(fileType)) return configurationOf(this.#cpe.tree)
    return Buffer.from(`${new Date().toISOString()} ${this.#cpe.factory.deviceId.serialNumber} is up\n`)
  }

  #use(fileType: string, content: Buffer): SimulatedImage | null {
    if (fileType.startsWith('3 ')) {
      if (!applyConfiguration(this.#cpe.tree, content))
        throw new TransferFailure('9018', 'no configuration file')
      return null
    }
    if (!fileType.startsWith('1 ')) return null
    const image = readSimulatedImage(content)
    const { productClass } = this.#cpe.factory.deviceId
    if (image === null) throw new TransferFailure('9018', 'no firmware image')
    if (image.productClass !== '' && image.productClass !== productClass) {
      throw new TransferFailure('9018', `an image of ${image.productClass}`)
    }
    return image
  }
}
