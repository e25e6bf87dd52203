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
    windowsCommands: windowsCommands(url, sha256, given),
    containerCommand: containerCommand(url, sha256, given),
  }
}

/**
 * A task of Task Scheduler stands in for a service, which needs a program that talks to the service manager. It starts with the
 * machine, as LOCAL SERVICE, and again a minute after it ended. By default a task ends after three days, and on battery. The state
 * holds the key of the probe, which other accounts may not read: identifiers in place of names, which Windows translates.
 */
function windowsCommands(url: string, sha256: string | null, given: string): string {
  const program = String.raw`$env:ProgramFiles\netward-probe`
  const state = String.raw`$env:ProgramData\netward-probe`
  const [system, administrators, service] = ['*S-1-5-18', '*S-1-5-32-544', '*S-1-5-19']
  return [
    `$program = "${program}"; $state = "${state}"`,
    'New-Item -ItemType Directory -Force $program, $state | Out-Null',
    `icacls $state /inheritance:r /grant "${system}:(OI)(CI)F" "${administrators}:(OI)(CI)F" "${service}:(OI)(CI)M"`,
    `Invoke-WebRequest ${url} -OutFile "$program\\${file}"`,
    ...(sha256 === null
      ? []
      : [
          `if ((Get-FileHash "$program\\${file}" -Algorithm SHA256).Hash -ne '${sha256.toUpperCase()}') { throw 'wrong hash' }`,
        ]),
    `node "$program\\${file}" enrol --state $state ${given}`,
    `$run = "\`"$program\\${file}\`" run --state \`"$state\`""`,
    '$action = New-ScheduledTaskAction -Execute (Get-Command node).Source -Argument $run',
    '$as = New-ScheduledTaskPrincipal -UserId "LOCALSERVICE" -LogonType ServiceAccount',
    '$settings = New-ScheduledTaskSettingsSet -ExecutionTimeLimit 0 -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) `',
    '  -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries -StartWhenAvailable',
    'Register-ScheduledTask "Netward probe" -Action $action -Trigger (New-ScheduledTaskTrigger -AtStartup) `',
    '  -Principal $as -Settings $settings -Force',
    'Start-ScheduledTask "Netward probe"',
  ].join('\n')
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
