/**
 * Private enterprise numbers (IANA) of makers whose devices are managed over SNMP, with the name that people use: `number
 * name;`. Makers with profiles are found by these. It is searched as text, not parsed.
 */
export const makerNumbers = `
2 IBM;11 HP;43 3Com;45 Extreme Networks;52 Extreme Networks;63 Apple;89 Radware;110 NetScout;116 Hitachi;119 NEC;
141 NetScout;161 Motorola;164 RAD;177 Ribbon;186 Toshiba;193 Ericsson;207 Allied Telesis;211 Fujitsu;231 Fujitsu;
232 HPE;244 Lantronix;248 Hirschmann;258 Panasonic;266 Nexans;272 Bintec;297 Fujifilm;332 Digi;343 Intel;
347 Seagate;351 Cisco;368 Axis;388 Symbol;429 UTStarcom;476 Vertiv;562 Nortel;601 Microsemi;629 MRV;637 Nokia;
641 Lexmark;664 Adtran;674 Dell;705 Eaton;738 BATM;789 NetApp;800 Alcatel-Lucent;823 Loop;850 Tripp Lite;
868 Transition;872 AVM;885 Emerson;890 Zyxel;935 Phoenixtec;994 Dantel;1027 Mitel;1038 Sagemcom;1139 EMC;
1166 Motorola;1229 SEH;1230 Trellix;1271 Ciena;1286 Ribbon;1364 Chloride;1369 Forcepoint;1411 Juniper;
1418 Dataprobe;1425 CXR;1429 Scientific Atlanta;1588 Brocade;1602 Canon;1714 Infortrend;1718 Server Technology;
1732 Open Access;1751 Avaya;1768 Patton;1795 Paradyne;1872 Alteon;1887 Albis;1890 Red Lion;1916 Extreme Networks;
1918 Eltek;1966 Perle;1981 EMC;1991 Brocade;2001 OKI;2007 Teldat;2021 Net-SNMP;2185 NetPartner;2254 Delta;
2272 Extreme Networks;2281 Ceragon;2311 Fluke;2334 Packeteer;2352 Ericsson;2356 LANCOM;2385 Sharp;2435 Brother;
2440 EfficientIP;2468 Ingrasys;2509 Aviat;2544 Adva;2566 Rohde & Schwarz;2603 Allot;2606 Rittal;2634 WTI;
2682 DPS Telecom;2684 Polycom;2863 Thomson;2879 Ribbon;2882 Comtrol;2925 Cyclades;2947 Best Power;3052 Asentria;
3054 Ixia;3076 Cisco;3097 WatchGuard;3181 Microsens;3212 Crestron;3224 Juniper;3309 Nomadix;3320 BDCOM;
3323 Microwave Networks;3351 Overland;3373 SIAE;3375 F5;3382 Venturi;3417 Blue Coat;3442 Advantech;3570 Tait;
3607 Cisco;3652 Pan Dacom;3699 NTI;3709 Datacom;3711 Sinetica;3715 Teleste;3764 Quantum;3807 Fiberhome;
3833 Schneider Electric;3854 AKCP;3902 ZTE;3941 Santak;3955 Linksys;3996 Open Systems;4115 Arris;4130 GE MDS;
4329 Siemens;4413 Broadcom;4458 Radwin;4464 MPB;4467 FibroLan;4515 PacketLight;4526 Netgear;4555 Socomec;
4686 VegaStream;4874 Juniper;4998 Arris;5003 AudioCodes;5040 Wiesemann & Theis;5227 Buffalo;5491 Riello;5504 Zhone;
5528 NetBotz;5551 Adva;5596 Cisco;5597 Meinberg;5624 Extreme Networks;5651 Maipu;5833 Tailyn;5875 Fiberhome;
5940 Red Lion;5951 Citrix;6027 Dell;6050 Gamatronic;6066 Calix;6141 Ciena;6247 Comtech;6296 Dasan;6302 Vertiv;
6321 Calix;6339 DCN;6368 Schmid;6404 Ecreso;6411 Overland;6431 BroadSoft;6486 Alcatel-Lucent;6527 Nokia;6530 2N;
6574 Synology;6666 Innovaphone;6876 VMware;6889 Avaya;6894 DDN;6926 Optical Access;7054 Riverbed;7247 Nexsan;
7262 DragonWave;7309 Alpha Technologies;7312 Barco;7342 Omnitron;7428 Microsemi;7465 Wisi;7483 Nokia;7501 BKtel;
7526 Snom;7564 Array Networks;7571 SAF Tehnika;7779 Infoblox;7840 Zelax;7933 Promise;8000 UHP;8072 Net-SNMP;
8239 Peribit;8550 Hatteras;8691 Moxa;8708 Infinera;8886 Raisecom;8962 Trellix;9070 Microsemi;9148 Oracle;
9193 Cirpack;9303 Waystream;9304 CTS;9694 Arbor;9789 Sophos;9839 Carel;9926 Genie;9967 Adtran;10072 GW Technologies;
10297 Advantech;10418 Avocent;10456 Planet;10504 Printronix;10520 GE;10704 Barracuda;10876 Supermicro;
10923 Ericsson;11256 Stormshield;11268 Aastra;11369 Lenovo;11408 Fiberhome;11606 PBN;11610 Sandvine;11863 TP-Link;
12124 Dell;12140 Alcoma;12148 Eltek;12196 One4net;12276 F5;12394 Alvarion;12532 Pulse Secure;12551 CE+T;12740 Dell;
12913 Procera;12919 Xavi;13191 OneAccess;13315 BlueCat;13400 Vertiv;13409 Mega System;13464 GCOM;13742 Raritan;
13827 EndRun;13858 Eltek;13885 Polycom;14125 Engenius;14331 Topsec;14358 Airconsole;14525 Juniper;14752 Proware;
14817 4RF;15004 Siemens;15227 Venustech;15397 Sandvine;15497 Cisco;15983 Fortinet;16174 Sensatronics;16177 Westermo;
17095 ServersCheck;17163 Riverbed;17409 C-Data;17420 DigiPower;17713 Cambium;18086 ProTelevision;18248 Papouch;
18642 C&C Power;18837 Orolia;19011 Jacarta;19046 Lenovo;19139 Edgewater;19536 Panduit;19746 Dell;20044 Ekinops;
20095 Positron;20246 Delta;20301 IBM;20540 Red Lion;20632 Barracuda;20884 BDT;20916 AVTech;20992 Cradlepoint;
20998 Honeywell;21013 Xirrus;21067 Sophos;21091 Exinda;21111 Datalogic;21150 XKL;21222 Profline;21239 Vertiv;
21296 Infinera;21317 Aten;21362 IFOTEC;21695 Net-track;21796 HW group;21839 Alaxala;21865 Unitrends;22408 PrimeKey;
22420 Accedian;22610 A10;22626 Comet;23180 Televes;23263 HAProxy;23465 Vivotek;23695 Peplink;23867 Silver Peak;
24681 QNAP;24693 Firebrick;25049 Opengear;25053 Ruckus;25157 Beckhoff;25506 H3C;25597 Trellix;25651 Exalt;
26067 Kyland;26122 Zenitel;26272 Salicru;26543 Lenovo;26609 nVent;26655 Advantech;26854 Cherokee;26866 Gigamon;
26928 Aerohive;27304 DKT;27514 QTECH;27533 BKE;27614 Ascom;27894 Cube Optics;27975 Centec;27993 Vigintos;
28087 Albentia;28381 Red Lion;28402 Conteg;28507 Gude;28557 Hillstone;28866 Trendnet;29003 Fibernet;29462 Stulz;
29865 Icotera;30065 Arista;30140 Advantech;30320 Exeltech;30631 Terra;30803 Vyatta;30826 Smartoptics;31023 Veeam;
31034 Schleifenbauer;31218 Ucopia;31440 EDS;31648 DPtech;31926 Siklu;32015 ExtraHop;32050 PacketFlux;
32285 Sumavision;32620 Ixia;32750 LigoWave;32761 LigoWave;33049 Mellanox;33118 Freescale;33234 Halon;
33333 Morningstar;33555 Racom;33688 Packet Power;34278 Janitza;34592 C-Data;34774 Huawei;34861 Rajant;35047 Sangfor;
35098 Pica8;35265 Eltex;35424 Viprinet;35616 Deltanet;35696 NetScout;35833 Deva;35847 Greenbone;35987 Sangoma;
36141 Ubiquoss;36153 InHand;36673 IP Infusion;36849 Hanwha;36859 Ixia;37069 BATS;37072 Lantech;37447 HPE;
37459 Yealink;37496 Dahua;37662 Ablerex;37945 Inspur;37950 V-Solution;38243 Thecus;38446 Enlogic;38477 Antaira;
38516 Allworx;38783 Teracom;39003 Sub10;39052 Vutlan;39145 ICT;39165 Hikvision;39324 QuantaStor;39406 Benu;
39699 Robustel;39747 Uniview;40297 Hytera;40310 Cumulus;40418 SNR;40482 Pure Storage;40748 Ionodes;40865 Majorpower;
40989 GLsun;41010 Flyingvoice;41036 Corero;41112 Ubiquiti;41263 Nutanix;41456 Tintri;41809 Dismuntel;41916 Cisco;
42111 Inovonics;42229 Infinera;42359 Versa;42397 Grandstream;42406 SATO;42610 Superior Power;43191 Arista;
43296 Cisco;43356 Mimosa;43906 Tegile;44194 Engenius;44738 Asustor;44782 Kehua;45065 Insyde;45346 VeloCloud;
45621 Tycon;45770 Digital Loggers;46242 Netonix;46262 Zscaler;46651 Dantherm;47307 IgniteNet;47565 Forcepoint;
48512 Inspur;48578 Kstar;48690 Teltonika;48797 Inspur;49075 Samlex;49136 Algcom;50536 TrueNAS;51009 Skylone;
51628 Solid Optics;52326 Alpine;52642 FS;52674 APC;53058 Baicells;53973 ABB;54268 netElastic;54414 TimeMachines;
54743 Phybridge;55108 Riedo;56166 Smartbyte;57344 Tachyon;59732 Skyhigh;
`
