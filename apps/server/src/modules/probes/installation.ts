import type { OutputOf, probeApi } from '@netward/contract'
import { probeProgramPath } from '@netward/contract/probe-values'
import type { Programs } from './release.ts'

type Installation = OutputOf<typeof probeApi.createProbe>

interface Installed {
  readonly publicUrl: string
  readonly programs: Programs
  readonly probeId: string
  readonly token: string
  readonly tokenUntil: string
  readonly ranges: readonly string[]
}

const file = 'netward-probe.mjs'
const stateDirectory = '/var/lib/netward-probe'
const programDirectory = '/opt/netward-probe'

/** What installs a probe, for a shell: the ranges in it become the probe's own configuration, which no server changes. */
export function installationOf({
  publicUrl,
  programs,
  probeId,
  token,
  tokenUntil,
  ranges,
}: Installed): Installation {
  const server = publicUrl.replace(/\/+$/, '')
  const program = programs.current()
  const { version } = programs
  const url = `${server}${probeProgramPath}/${version}.mjs`
  const sha256 = program?.sha256 ?? null
  const reached = [...ranges.flatMap((range) => ['--range', range]), '--line-target', 'public']
  const given = ['--server', server, '--token', token, ...reached].join(' ')
  const check = sha256 === null ? [] : [`echo '${sha256}  ${file}' | sha256sum -c -`]
  const windowsState = String.raw`C:\ProgramData\netward-probe`
  return {
    probeId,
    token,
    tokenUntil,
    version,
    sha256,
    command: [
      `sudo mkdir -p ${programDirectory} ${stateDirectory}`,
      `cd ${programDirectory}`,
      `sudo curl -fsSL -o ${file} ${url}`,
      ...check,
      `sudo node ${file} enrol --state ${stateDirectory} ${given}`,
    ].join(' && '),
    systemdUnit: systemdUnit(),
    windowsCommands: [
      String.raw`New-Item -ItemType Directory -Force ${windowsState} | Out-Null; Set-Location ${windowsState}`,
      `Invoke-WebRequest ${url} -OutFile ${file}`,
      ...(sha256 === null
        ? []
        : [
            `if ((Get-FileHash ${file} -Algorithm SHA256).Hash -ne '${sha256.toUpperCase()}') { throw 'wrong hash' }`,
          ]),
      String.raw`node ${file} enrol --state ${windowsState} ${given}`,
      String.raw`schtasks /Create /TN "Netward probe" /SC ONSTART /RU "NT AUTHORITY\LOCAL SERVICE" /TR "\"$((Get-Command node).Source)\" ${windowsState}\${file} run --state ${windowsState}"`,
      'schtasks /Run /TN "Netward probe"',
    ].join('\n'),
    containerCommand: containerCommand(url, sha256, given),
  }
}

/** The image holds the program with the hash that is shown here, and what measures reachability. */
function containerCommand(url: string, sha256: string | null, given: string): string {
  return `docker build -t netward-probe - <<'END'
FROM node:24-slim
RUN apt-get update && apt-get install -y --no-install-recommends fping && rm -rf /var/lib/apt/lists/*
ADD ${sha256 === null ? '' : `--checksum=sha256:${sha256} `}--chmod=444 ${url} /netward-probe.mjs
VOLUME /state
ENTRYPOINT ["node", "/netward-probe.mjs", "run", "--state", "/state"]
END
docker run -d --name netward-probe --restart unless-stopped --memory 512m --cap-drop ALL --cap-add NET_RAW \\
  -v netward-probe:/state netward-probe ${given}`
}

function systemdUnit(): string {
  return `[Unit]
Description=Netward probe
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=/usr/bin/env node ${programDirectory}/${file} run --state ${stateDirectory}
Restart=always
RestartSec=5
DynamicUser=yes
StateDirectory=netward-probe
StateDirectoryMode=0700
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
AmbientCapabilities=CAP_NET_RAW CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_RAW CAP_NET_BIND_SERVICE
MemoryMax=512M

[Install]
WantedBy=multi-user.target
`
}
