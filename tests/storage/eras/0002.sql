BEGIN TRANSACTION;
CREATE TABLE accounts (
	id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	owner_id BIGINT NOT NULL, 
	balance BIGINT NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (id), 
	CONSTRAINT uq_accounts_kind_owner_id UNIQUE (kind, owner_id), 
	CONSTRAINT ck_accounts_kind CHECK (kind IN ('player', 'house', 'table')), 
	CONSTRAINT ck_accounts_balance CHECK (balance >= 0 OR kind = 'house')
);
INSERT INTO "accounts" VALUES(0,'house',0,-1252);
INSERT INTO "accounts" VALUES(1,'player',1,517);
INSERT INTO "accounts" VALUES(2,'player',2,335);
INSERT INTO "accounts" VALUES(3,'player',3,300);
INSERT INTO "accounts" VALUES(4,'table',1,50);
INSERT INTO "accounts" VALUES(5,'table',3,50);
INSERT INTO "accounts" VALUES(6,'table',4,0);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE chats (
	platform TEXT NOT NULL, 
	chat_id TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	CONSTRAINT pk_chats PRIMARY KEY (platform, chat_id)
);
INSERT INTO "chats" VALUES('telegram','-100200','{"language": "ar"}');
CREATE TABLE events (
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	version BIGINT NOT NULL, 
	data TEXT NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_events_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES(3,0,1790000000000,1,'[null,"open",3,4]');
INSERT INTO "events" VALUES(3,1,1790000007000,2,'[1,"move",24,4]');
INSERT INTO "events" VALUES(3,2,1790000007000,3,'[1,"move",24,3]');
INSERT INTO "events" VALUES(3,3,1790000007000,4,'[1,"confirm"]');
INSERT INTO "events" VALUES(3,4,1790000007000,4,'[null,"roll",2,1]');
INSERT INTO "events" VALUES(3,5,1790000014000,5,'[0,"move",24,2]');
INSERT INTO "events" VALUES(3,6,1790000014000,6,'[0,"move",24,1]');
INSERT INTO "events" VALUES(3,7,1790000014000,7,'[0,"confirm"]');
INSERT INTO "events" VALUES(3,8,1790000014000,7,'[null,"roll",6,6]');
INSERT INTO "events" VALUES(3,9,1790000021000,8,'[1,"move",21,6]');
INSERT INTO "events" VALUES(3,10,1790000021000,9,'[1,"move",20,6]');
INSERT INTO "events" VALUES(3,11,1790000021000,10,'[1,"move",15,6]');
INSERT INTO "events" VALUES(3,12,1790000021000,11,'[1,"move",14,6]');
INSERT INTO "events" VALUES(3,13,1790000021000,12,'[1,"confirm"]');
INSERT INTO "events" VALUES(3,14,1790000021000,12,'[null,"roll",6,1]');
INSERT INTO "events" VALUES(3,15,1790000028000,13,'[0,"move",23,1]');
INSERT INTO "events" VALUES(3,16,1790000028000,14,'[0,"move",22,6]');
INSERT INTO "events" VALUES(3,17,1790000028000,15,'[0,"confirm"]');
INSERT INTO "events" VALUES(3,18,1790000028000,15,'[null,"roll",6,5]');
INSERT INTO "events" VALUES(3,19,1790000035000,16,'[1,"move",25,5]');
INSERT INTO "events" VALUES(3,20,1790000035000,17,'[1,"move",20,6]');
INSERT INTO "events" VALUES(3,21,1790000035000,18,'[1,"confirm"]');
INSERT INTO "events" VALUES(3,22,1790000035000,18,'[null,"roll",1,1]');
INSERT INTO "events" VALUES(3,23,1790000035000,19,'[0,"move",22,1]');
INSERT INTO "events" VALUES(4,0,1790000035000,1,'[null,"open",3,2]');
INSERT INTO "events" VALUES(4,1,1790000035000,1,'[null,"roll",4,1]');
INSERT INTO "events" VALUES(4,2,1790000035000,2,'[0,"move",24,4]');
INSERT INTO "events" VALUES(4,3,1790000035000,3,'[0,"move",24,1]');
INSERT INTO "events" VALUES(4,4,1790000035000,4,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,5,1790000035000,4,'[null,"roll",5,4]');
INSERT INTO "events" VALUES(4,6,1790000035000,5,'[1,"move",24,5]');
INSERT INTO "events" VALUES(4,7,1790000035000,6,'[1,"move",24,4]');
INSERT INTO "events" VALUES(4,8,1790000035000,7,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,9,1790000035000,7,'[null,"roll",5,1]');
INSERT INTO "events" VALUES(4,10,1790000035000,8,'[0,"move",24,5]');
INSERT INTO "events" VALUES(4,11,1790000035000,9,'[0,"move",24,1]');
INSERT INTO "events" VALUES(4,12,1790000035000,10,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,13,1790000035000,10,'[null,"roll",5,5]');
INSERT INTO "events" VALUES(4,14,1790000035000,11,'[1,"move",24,5]');
INSERT INTO "events" VALUES(4,15,1790000035000,12,'[1,"move",24,5]');
INSERT INTO "events" VALUES(4,16,1790000035000,13,'[1,"move",24,5]');
INSERT INTO "events" VALUES(4,17,1790000035000,14,'[1,"move",24,5]');
INSERT INTO "events" VALUES(4,18,1790000035000,15,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,19,1790000035000,15,'[null,"roll",5,1]');
INSERT INTO "events" VALUES(4,20,1790000035000,16,'[0,"move",24,5]');
INSERT INTO "events" VALUES(4,21,1790000035000,17,'[0,"move",24,1]');
INSERT INTO "events" VALUES(4,22,1790000035000,18,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,23,1790000035000,18,'[null,"roll",6,2]');
INSERT INTO "events" VALUES(4,24,1790000035000,19,'[1,"move",24,6]');
INSERT INTO "events" VALUES(4,25,1790000035000,20,'[1,"move",24,2]');
INSERT INTO "events" VALUES(4,26,1790000035000,21,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,27,1790000035000,21,'[null,"roll",4,4]');
INSERT INTO "events" VALUES(4,28,1790000035000,22,'[0,"move",24,4]');
INSERT INTO "events" VALUES(4,29,1790000035000,23,'[0,"move",24,4]');
INSERT INTO "events" VALUES(4,30,1790000035000,24,'[0,"move",24,4]');
INSERT INTO "events" VALUES(4,31,1790000035000,25,'[0,"move",24,4]');
INSERT INTO "events" VALUES(4,32,1790000035000,26,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,33,1790000035000,26,'[null,"roll",5,3]');
INSERT INTO "events" VALUES(4,34,1790000035000,27,'[1,"move",24,5]');
INSERT INTO "events" VALUES(4,35,1790000035000,28,'[1,"move",24,3]');
INSERT INTO "events" VALUES(4,36,1790000035000,29,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,37,1790000035000,29,'[null,"roll",6,3]');
INSERT INTO "events" VALUES(4,38,1790000035000,30,'[0,"move",24,6]');
INSERT INTO "events" VALUES(4,39,1790000035000,31,'[0,"move",24,3]');
INSERT INTO "events" VALUES(4,40,1790000035000,32,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,41,1790000035000,32,'[null,"roll",4,3]');
INSERT INTO "events" VALUES(4,42,1790000035000,33,'[1,"move",24,4]');
INSERT INTO "events" VALUES(4,43,1790000035000,34,'[1,"move",24,3]');
INSERT INTO "events" VALUES(4,44,1790000035000,35,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,45,1790000035000,35,'[null,"roll",1,1]');
INSERT INTO "events" VALUES(4,46,1790000035000,36,'[0,"move",24,1]');
INSERT INTO "events" VALUES(4,47,1790000035000,37,'[0,"move",24,1]');
INSERT INTO "events" VALUES(4,48,1790000035000,38,'[0,"move",24,1]');
INSERT INTO "events" VALUES(4,49,1790000035000,39,'[0,"move",23,1]');
INSERT INTO "events" VALUES(4,50,1790000035000,40,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,51,1790000035000,40,'[null,"roll",5,3]');
INSERT INTO "events" VALUES(4,52,1790000035000,41,'[1,"move",24,5]');
INSERT INTO "events" VALUES(4,53,1790000035000,42,'[1,"move",24,3]');
INSERT INTO "events" VALUES(4,54,1790000035000,43,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,55,1790000035000,43,'[null,"roll",6,2]');
INSERT INTO "events" VALUES(4,56,1790000035000,44,'[0,"move",23,6]');
INSERT INTO "events" VALUES(4,57,1790000035000,45,'[0,"move",23,2]');
INSERT INTO "events" VALUES(4,58,1790000035000,46,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,59,1790000035000,46,'[null,"roll",1,1]');
INSERT INTO "events" VALUES(4,60,1790000035000,47,'[1,"move",24,1]');
INSERT INTO "events" VALUES(4,61,1790000035000,48,'[1,"move",23,1]');
INSERT INTO "events" VALUES(4,62,1790000035000,49,'[1,"move",22,1]');
INSERT INTO "events" VALUES(4,63,1790000035000,50,'[1,"move",22,1]');
INSERT INTO "events" VALUES(4,64,1790000035000,51,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,65,1790000035000,51,'[null,"roll",5,3]');
INSERT INTO "events" VALUES(4,66,1790000035000,52,'[0,"move",23,5]');
INSERT INTO "events" VALUES(4,67,1790000035000,53,'[0,"move",23,3]');
INSERT INTO "events" VALUES(4,68,1790000035000,54,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,69,1790000035000,54,'[null,"roll",5,1]');
INSERT INTO "events" VALUES(4,70,1790000035000,55,'[1,"move",21,5]');
INSERT INTO "events" VALUES(4,71,1790000035000,56,'[1,"move",21,1]');
INSERT INTO "events" VALUES(4,72,1790000035000,57,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,73,1790000035000,57,'[null,"roll",2,2]');
INSERT INTO "events" VALUES(4,74,1790000035000,58,'[0,"move",23,2]');
INSERT INTO "events" VALUES(4,75,1790000035000,59,'[0,"move",22,2]');
INSERT INTO "events" VALUES(4,76,1790000035000,60,'[0,"move",21,2]');
INSERT INTO "events" VALUES(4,77,1790000035000,61,'[0,"move",21,2]');
INSERT INTO "events" VALUES(4,78,1790000035000,62,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,79,1790000035000,62,'[null,"roll",3,2]');
INSERT INTO "events" VALUES(4,80,1790000035000,63,'[1,"move",21,3]');
INSERT INTO "events" VALUES(4,81,1790000035000,64,'[1,"move",21,2]');
INSERT INTO "events" VALUES(4,82,1790000035000,65,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,83,1790000035000,65,'[null,"roll",3,1]');
INSERT INTO "events" VALUES(4,84,1790000035000,66,'[0,"move",21,3]');
INSERT INTO "events" VALUES(4,85,1790000035000,67,'[0,"move",20,1]');
INSERT INTO "events" VALUES(4,86,1790000035000,68,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,87,1790000035000,68,'[null,"roll",5,2]');
INSERT INTO "events" VALUES(4,88,1790000035000,69,'[1,"move",21,5]');
INSERT INTO "events" VALUES(4,89,1790000035000,70,'[1,"move",20,2]');
INSERT INTO "events" VALUES(4,90,1790000035000,71,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,91,1790000035000,71,'[null,"roll",6,3]');
INSERT INTO "events" VALUES(4,92,1790000035000,72,'[0,"move",20,6]');
INSERT INTO "events" VALUES(4,93,1790000035000,73,'[0,"move",20,3]');
INSERT INTO "events" VALUES(4,94,1790000035000,74,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,95,1790000035000,74,'[null,"roll",2,1]');
INSERT INTO "events" VALUES(4,96,1790000035000,75,'[1,"move",20,2]');
INSERT INTO "events" VALUES(4,97,1790000035000,76,'[1,"move",20,1]');
INSERT INTO "events" VALUES(4,98,1790000035000,77,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,99,1790000035000,77,'[null,"roll",5,4]');
INSERT INTO "events" VALUES(4,100,1790000035000,78,'[0,"move",20,5]');
INSERT INTO "events" VALUES(4,101,1790000035000,79,'[0,"move",20,4]');
INSERT INTO "events" VALUES(4,102,1790000035000,80,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,103,1790000035000,80,'[null,"roll",2,1]');
INSERT INTO "events" VALUES(4,104,1790000035000,81,'[1,"move",19,2]');
INSERT INTO "events" VALUES(4,105,1790000035000,82,'[1,"move",19,1]');
INSERT INTO "events" VALUES(4,106,1790000035000,83,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,107,1790000035000,83,'[null,"roll",5,3]');
INSERT INTO "events" VALUES(4,108,1790000035000,84,'[0,"move",20,5]');
INSERT INTO "events" VALUES(4,109,1790000035000,85,'[0,"move",20,3]');
INSERT INTO "events" VALUES(4,110,1790000035000,86,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,111,1790000035000,86,'[null,"roll",4,3]');
INSERT INTO "events" VALUES(4,112,1790000035000,87,'[1,"move",19,4]');
INSERT INTO "events" VALUES(4,113,1790000035000,88,'[1,"move",19,3]');
INSERT INTO "events" VALUES(4,114,1790000035000,89,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,115,1790000035000,89,'[null,"roll",6,1]');
INSERT INTO "events" VALUES(4,116,1790000035000,90,'[0,"move",19,6]');
INSERT INTO "events" VALUES(4,117,1790000035000,91,'[0,"move",19,1]');
INSERT INTO "events" VALUES(4,118,1790000035000,92,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,119,1790000035000,92,'[null,"roll",2,1]');
INSERT INTO "events" VALUES(4,120,1790000035000,93,'[1,"move",19,2]');
INSERT INTO "events" VALUES(4,121,1790000035000,94,'[1,"move",19,1]');
INSERT INTO "events" VALUES(4,122,1790000035000,95,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,123,1790000035000,95,'[null,"roll",6,5]');
INSERT INTO "events" VALUES(4,124,1790000035000,96,'[0,"move",19,6]');
INSERT INTO "events" VALUES(4,125,1790000035000,97,'[0,"move",19,5]');
INSERT INTO "events" VALUES(4,126,1790000035000,98,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,127,1790000035000,98,'[null,"roll",4,2]');
INSERT INTO "events" VALUES(4,128,1790000035000,99,'[1,"move",19,4]');
INSERT INTO "events" VALUES(4,129,1790000035000,100,'[1,"move",19,2]');
INSERT INTO "events" VALUES(4,130,1790000035000,101,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,131,1790000035000,101,'[null,"roll",4,4]');
INSERT INTO "events" VALUES(4,132,1790000035000,102,'[0,"move",19,4]');
INSERT INTO "events" VALUES(4,133,1790000035000,103,'[0,"move",18,4]');
INSERT INTO "events" VALUES(4,134,1790000035000,104,'[0,"move",18,4]');
INSERT INTO "events" VALUES(4,135,1790000035000,105,'[0,"move",18,4]');
INSERT INTO "events" VALUES(4,136,1790000035000,106,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,137,1790000035000,106,'[null,"roll",6,5]');
INSERT INTO "events" VALUES(4,138,1790000035000,107,'[1,"move",19,6]');
INSERT INTO "events" VALUES(4,139,1790000035000,108,'[1,"move",18,5]');
INSERT INTO "events" VALUES(4,140,1790000035000,109,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,141,1790000035000,109,'[null,"roll",4,3]');
INSERT INTO "events" VALUES(4,142,1790000035000,110,'[0,"move",18,4]');
INSERT INTO "events" VALUES(4,143,1790000035000,111,'[0,"move",17,3]');
INSERT INTO "events" VALUES(4,144,1790000035000,112,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,145,1790000035000,112,'[null,"roll",6,4]');
INSERT INTO "events" VALUES(4,146,1790000035000,113,'[1,"move",18,4]');
INSERT INTO "events" VALUES(4,147,1790000035000,114,'[1,"move",15,6]');
INSERT INTO "events" VALUES(4,148,1790000035000,115,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,149,1790000035000,115,'[null,"roll",5,3]');
INSERT INTO "events" VALUES(4,150,1790000035000,116,'[0,"move",17,3]');
INSERT INTO "events" VALUES(4,151,1790000035000,117,'[0,"move",15,5]');
INSERT INTO "events" VALUES(4,152,1790000035000,118,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,153,1790000035000,118,'[null,"roll",4,4]');
INSERT INTO "events" VALUES(4,154,1790000035000,119,'[1,"move",18,4]');
INSERT INTO "events" VALUES(4,155,1790000035000,120,'[1,"move",18,4]');
INSERT INTO "events" VALUES(4,156,1790000035000,121,'[1,"move",18,4]');
INSERT INTO "events" VALUES(4,157,1790000035000,122,'[1,"move",18,4]');
INSERT INTO "events" VALUES(4,158,1790000035000,123,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,159,1790000035000,123,'[null,"roll",6,5]');
INSERT INTO "events" VALUES(4,160,1790000035000,124,'[0,"move",15,5]');
INSERT INTO "events" VALUES(4,161,1790000035000,125,'[0,"move",13,6]');
INSERT INTO "events" VALUES(4,162,1790000035000,126,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,163,1790000035000,126,'[null,"roll",6,5]');
INSERT INTO "events" VALUES(4,164,1790000035000,127,'[1,"move",17,5]');
INSERT INTO "events" VALUES(4,165,1790000035000,128,'[1,"move",16,6]');
INSERT INTO "events" VALUES(4,166,1790000035000,129,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,167,1790000035000,129,'[null,"roll",6,1]');
INSERT INTO "events" VALUES(4,168,1790000035000,130,'[0,"move",10,6]');
INSERT INTO "events" VALUES(4,169,1790000035000,131,'[0,"move",7,1]');
INSERT INTO "events" VALUES(4,170,1790000035000,132,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,171,1790000035000,132,'[null,"roll",4,2]');
INSERT INTO "events" VALUES(4,172,1790000035000,133,'[1,"move",17,4]');
INSERT INTO "events" VALUES(4,173,1790000035000,134,'[1,"move",16,2]');
INSERT INTO "events" VALUES(4,174,1790000035000,135,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,175,1790000035000,135,'[null,"roll",5,2]');
INSERT INTO "events" VALUES(4,176,1790000035000,136,'[0,"move",14,5]');
INSERT INTO "events" VALUES(4,177,1790000035000,137,'[0,"move",10,2]');
INSERT INTO "events" VALUES(4,178,1790000035000,138,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,179,1790000035000,138,'[null,"roll",5,4]');
INSERT INTO "events" VALUES(4,180,1790000035000,139,'[1,"move",15,5]');
INSERT INTO "events" VALUES(4,181,1790000035000,140,'[1,"move",14,4]');
INSERT INTO "events" VALUES(4,182,1790000035000,141,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,183,1790000035000,141,'[null,"roll",5,4]');
INSERT INTO "events" VALUES(4,184,1790000035000,142,'[0,"move",14,5]');
INSERT INTO "events" VALUES(4,185,1790000035000,143,'[0,"move",14,4]');
INSERT INTO "events" VALUES(4,186,1790000035000,144,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,187,1790000035000,144,'[null,"roll",4,4]');
INSERT INTO "events" VALUES(4,188,1790000035000,145,'[1,"move",14,4]');
INSERT INTO "events" VALUES(4,189,1790000035000,146,'[1,"move",14,4]');
INSERT INTO "events" VALUES(4,190,1790000035000,147,'[1,"move",14,4]');
INSERT INTO "events" VALUES(4,191,1790000035000,148,'[1,"move",14,4]');
INSERT INTO "events" VALUES(4,192,1790000035000,149,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,193,1790000035000,149,'[null,"roll",6,4]');
INSERT INTO "events" VALUES(4,194,1790000035000,150,'[0,"move",17,6]');
INSERT INTO "events" VALUES(4,195,1790000035000,151,'[0,"move",14,4]');
INSERT INTO "events" VALUES(4,196,1790000035000,152,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,197,1790000035000,152,'[null,"roll",2,1]');
INSERT INTO "events" VALUES(4,198,1790000035000,153,'[1,"move",13,1]');
INSERT INTO "events" VALUES(4,199,1790000035000,154,'[1,"move",12,2]');
INSERT INTO "events" VALUES(4,200,1790000035000,155,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,201,1790000035000,155,'[null,"roll",5,2]');
INSERT INTO "events" VALUES(4,202,1790000035000,156,'[0,"move",14,5]');
INSERT INTO "events" VALUES(4,203,1790000035000,157,'[0,"move",11,2]');
INSERT INTO "events" VALUES(4,204,1790000035000,158,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,205,1790000035000,158,'[null,"roll",1,1]');
INSERT INTO "events" VALUES(4,206,1790000035000,159,'[1,"move",14,1]');
INSERT INTO "events" VALUES(4,207,1790000035000,160,'[1,"move",13,1]');
INSERT INTO "events" VALUES(4,208,1790000035000,161,'[1,"move",13,1]');
INSERT INTO "events" VALUES(4,209,1790000035000,162,'[1,"move",13,1]');
INSERT INTO "events" VALUES(4,210,1790000035000,163,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,211,1790000035000,163,'[null,"roll",6,6]');
INSERT INTO "events" VALUES(4,212,1790000035000,164,'[0,"move",14,6]');
INSERT INTO "events" VALUES(4,213,1790000035000,165,'[0,"move",14,6]');
INSERT INTO "events" VALUES(4,214,1790000035000,166,'[0,"move",14,6]');
INSERT INTO "events" VALUES(4,215,1790000035000,167,'[0,"move",10,6]');
INSERT INTO "events" VALUES(4,216,1790000035000,168,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,217,1790000035000,168,'[null,"roll",2,2]');
INSERT INTO "events" VALUES(4,218,1790000035000,169,'[1,"move",12,2]');
INSERT INTO "events" VALUES(4,219,1790000035000,170,'[1,"move",12,2]');
INSERT INTO "events" VALUES(4,220,1790000035000,171,'[1,"move",12,2]');
INSERT INTO "events" VALUES(4,221,1790000035000,172,'[1,"move",12,2]');
INSERT INTO "events" VALUES(4,222,1790000035000,173,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,223,1790000035000,173,'[null,"roll",3,1]');
INSERT INTO "events" VALUES(4,224,1790000035000,174,'[0,"move",13,3]');
INSERT INTO "events" VALUES(4,225,1790000035000,175,'[0,"move",10,1]');
INSERT INTO "events" VALUES(4,226,1790000035000,176,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,227,1790000035000,176,'[null,"roll",6,4]');
INSERT INTO "events" VALUES(4,228,1790000035000,177,'[1,"move",10,6]');
INSERT INTO "events" VALUES(4,229,1790000035000,178,'[1,"move",10,4]');
INSERT INTO "events" VALUES(4,230,1790000035000,179,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,231,1790000035000,179,'[null,"roll",4,1]');
INSERT INTO "events" VALUES(4,232,1790000035000,180,'[0,"move",10,4]');
INSERT INTO "events" VALUES(4,233,1790000035000,181,'[0,"move",9,1]');
INSERT INTO "events" VALUES(4,234,1790000035000,182,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,235,1790000035000,182,'[null,"roll",6,5]');
INSERT INTO "events" VALUES(4,236,1790000035000,183,'[1,"move",10,6]');
INSERT INTO "events" VALUES(4,237,1790000035000,184,'[1,"move",10,5]');
INSERT INTO "events" VALUES(4,238,1790000035000,185,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,239,1790000035000,185,'[null,"roll",6,5]');
INSERT INTO "events" VALUES(4,240,1790000035000,186,'[0,"move",9,6]');
INSERT INTO "events" VALUES(4,241,1790000035000,187,'[0,"move",9,5]');
INSERT INTO "events" VALUES(4,242,1790000035000,188,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,243,1790000035000,188,'[null,"roll",6,5]');
INSERT INTO "events" VALUES(4,244,1790000035000,189,'[1,"move",10,6]');
INSERT INTO "events" VALUES(4,245,1790000035000,190,'[1,"move",10,5]');
INSERT INTO "events" VALUES(4,246,1790000035000,191,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,247,1790000035000,191,'[null,"roll",5,5]');
INSERT INTO "events" VALUES(4,248,1790000035000,192,'[0,"move",9,5]');
INSERT INTO "events" VALUES(4,249,1790000035000,193,'[0,"move",9,5]');
INSERT INTO "events" VALUES(4,250,1790000035000,194,'[0,"move",8,5]');
INSERT INTO "events" VALUES(4,251,1790000035000,195,'[0,"move",8,5]');
INSERT INTO "events" VALUES(4,252,1790000035000,196,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,253,1790000035000,196,'[null,"roll",6,4]');
INSERT INTO "events" VALUES(4,254,1790000035000,197,'[1,"move",16,6]');
INSERT INTO "events" VALUES(4,255,1790000035000,198,'[1,"move",10,4]');
INSERT INTO "events" VALUES(4,256,1790000035000,199,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,257,1790000035000,199,'[null,"roll",6,1]');
INSERT INTO "events" VALUES(4,258,1790000035000,200,'[0,"move",8,6]');
INSERT INTO "events" VALUES(4,259,1790000035000,201,'[0,"move",8,1]');
INSERT INTO "events" VALUES(4,260,1790000035000,202,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,261,1790000035000,202,'[null,"roll",5,2]');
INSERT INTO "events" VALUES(4,262,1790000035000,203,'[1,"move",10,5]');
INSERT INTO "events" VALUES(4,263,1790000035000,204,'[1,"move",10,2]');
INSERT INTO "events" VALUES(4,264,1790000035000,205,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,265,1790000035000,205,'[null,"roll",5,3]');
INSERT INTO "events" VALUES(4,266,1790000035000,206,'[0,"move",8,5]');
INSERT INTO "events" VALUES(4,267,1790000035000,207,'[0,"move",7,3]');
INSERT INTO "events" VALUES(4,268,1790000035000,208,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,269,1790000035000,208,'[null,"roll",3,1]');
INSERT INTO "events" VALUES(4,270,1790000035000,209,'[1,"move",17,3]');
INSERT INTO "events" VALUES(4,271,1790000035000,210,'[1,"move",14,1]');
INSERT INTO "events" VALUES(4,272,1790000035000,211,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,273,1790000035000,211,'[null,"roll",5,2]');
INSERT INTO "events" VALUES(4,274,1790000035000,212,'[0,"move",6,5]');
INSERT INTO "events" VALUES(4,275,1790000035000,213,'[0,"move",6,2]');
INSERT INTO "events" VALUES(4,276,1790000035000,214,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,277,1790000035000,214,'[null,"roll",5,4]');
INSERT INTO "events" VALUES(4,278,1790000035000,215,'[1,"move",13,5]');
INSERT INTO "events" VALUES(4,279,1790000035000,216,'[1,"move",10,4]');
INSERT INTO "events" VALUES(4,280,1790000035000,217,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,281,1790000035000,217,'[null,"roll",6,6]');
INSERT INTO "events" VALUES(4,282,1790000035000,217,'[null,"roll",5,1]');
INSERT INTO "events" VALUES(4,283,1790000035000,218,'[1,"move",10,5]');
INSERT INTO "events" VALUES(4,284,1790000035000,219,'[1,"move",10,1]');
INSERT INTO "events" VALUES(4,285,1790000035000,220,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,286,1790000035000,220,'[null,"roll",6,3]');
INSERT INTO "events" VALUES(4,287,1790000035000,221,'[0,"move",4,3]');
INSERT INTO "events" VALUES(4,288,1790000035000,222,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,289,1790000035000,222,'[null,"roll",5,3]');
INSERT INTO "events" VALUES(4,290,1790000035000,223,'[1,"move",10,5]');
INSERT INTO "events" VALUES(4,291,1790000035000,224,'[1,"move",9,3]');
INSERT INTO "events" VALUES(4,292,1790000035000,225,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,293,1790000035000,225,'[null,"roll",5,5]');
INSERT INTO "events" VALUES(4,294,1790000035000,226,'[0,"move",15,5]');
INSERT INTO "events" VALUES(4,295,1790000035000,227,'[0,"move",10,5]');
INSERT INTO "events" VALUES(4,296,1790000035000,228,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,297,1790000035000,228,'[null,"roll",6,6]');
INSERT INTO "events" VALUES(4,298,1790000035000,229,'[1,"move",9,6]');
INSERT INTO "events" VALUES(4,299,1790000035000,230,'[1,"move",8,6]');
INSERT INTO "events" VALUES(4,300,1790000035000,231,'[1,"move",8,6]');
INSERT INTO "events" VALUES(4,301,1790000035000,232,'[1,"move",6,6]');
INSERT INTO "events" VALUES(4,302,1790000035000,233,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,303,1790000035000,233,'[null,"roll",5,1]');
INSERT INTO "events" VALUES(4,304,1790000035000,234,'[0,"move",16,5]');
INSERT INTO "events" VALUES(4,305,1790000035000,235,'[0,"move",11,1]');
INSERT INTO "events" VALUES(4,306,1790000035000,236,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,307,1790000035000,236,'[null,"roll",5,1]');
INSERT INTO "events" VALUES(4,308,1790000035000,237,'[1,"move",6,5]');
INSERT INTO "events" VALUES(4,309,1790000035000,238,'[1,"move",6,1]');
INSERT INTO "events" VALUES(4,310,1790000035000,239,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,311,1790000035000,239,'[null,"roll",6,3]');
INSERT INTO "events" VALUES(4,312,1790000035000,240,'[0,"move",10,6]');
INSERT INTO "events" VALUES(4,313,1790000035000,241,'[0,"move",5,3]');
INSERT INTO "events" VALUES(4,314,1790000035000,242,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,315,1790000035000,242,'[null,"roll",4,3]');
INSERT INTO "events" VALUES(4,316,1790000035000,243,'[1,"move",6,4]');
INSERT INTO "events" VALUES(4,317,1790000035000,244,'[1,"move",5,3]');
INSERT INTO "events" VALUES(4,318,1790000035000,245,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,319,1790000035000,245,'[null,"roll",4,2]');
INSERT INTO "events" VALUES(4,320,1790000035000,246,'[0,"move",4,4]');
INSERT INTO "events" VALUES(4,321,1790000035000,247,'[0,"move",4,2]');
INSERT INTO "events" VALUES(4,322,1790000035000,248,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,323,1790000035000,248,'[null,"roll",5,2]');
INSERT INTO "events" VALUES(4,324,1790000035000,249,'[1,"move",5,5]');
INSERT INTO "events" VALUES(4,325,1790000035000,250,'[1,"move",5,2]');
INSERT INTO "events" VALUES(4,326,1790000035000,251,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,327,1790000035000,251,'[null,"roll",4,4]');
INSERT INTO "events" VALUES(4,328,1790000035000,252,'[0,"move",4,4]');
INSERT INTO "events" VALUES(4,329,1790000035000,253,'[0,"move",4,4]');
INSERT INTO "events" VALUES(4,330,1790000035000,254,'[0,"move",4,4]');
INSERT INTO "events" VALUES(4,331,1790000035000,255,'[0,"move",4,4]');
INSERT INTO "events" VALUES(4,332,1790000035000,256,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,333,1790000035000,256,'[null,"roll",6,4]');
INSERT INTO "events" VALUES(4,334,1790000035000,257,'[1,"move",5,6]');
INSERT INTO "events" VALUES(4,335,1790000035000,258,'[1,"move",5,4]');
INSERT INTO "events" VALUES(4,336,1790000035000,259,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,337,1790000035000,259,'[null,"roll",5,3]');
INSERT INTO "events" VALUES(4,338,1790000035000,260,'[0,"move",4,5]');
INSERT INTO "events" VALUES(4,339,1790000035000,261,'[0,"move",3,3]');
INSERT INTO "events" VALUES(4,340,1790000035000,262,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,341,1790000035000,262,'[null,"roll",5,3]');
INSERT INTO "events" VALUES(4,342,1790000035000,263,'[1,"move",5,5]');
INSERT INTO "events" VALUES(4,343,1790000035000,264,'[1,"move",4,3]');
INSERT INTO "events" VALUES(4,344,1790000035000,265,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,345,1790000035000,265,'[null,"roll",6,4]');
INSERT INTO "events" VALUES(4,346,1790000035000,266,'[0,"move",3,6]');
INSERT INTO "events" VALUES(4,347,1790000035000,267,'[0,"move",3,4]');
INSERT INTO "events" VALUES(4,348,1790000035000,268,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,349,1790000035000,268,'[null,"roll",5,2]');
INSERT INTO "events" VALUES(4,350,1790000035000,269,'[1,"move",4,5]');
INSERT INTO "events" VALUES(4,351,1790000035000,270,'[1,"move",4,2]');
INSERT INTO "events" VALUES(4,352,1790000035000,271,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,353,1790000035000,271,'[null,"roll",5,2]');
INSERT INTO "events" VALUES(4,354,1790000035000,272,'[0,"move",3,5]');
INSERT INTO "events" VALUES(4,355,1790000035000,273,'[0,"move",2,2]');
INSERT INTO "events" VALUES(4,356,1790000035000,274,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,357,1790000035000,274,'[null,"roll",4,1]');
INSERT INTO "events" VALUES(4,358,1790000035000,275,'[1,"move",3,4]');
INSERT INTO "events" VALUES(4,359,1790000035000,276,'[1,"move",3,1]');
INSERT INTO "events" VALUES(4,360,1790000035000,277,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,361,1790000035000,277,'[null,"roll",4,3]');
INSERT INTO "events" VALUES(4,362,1790000035000,278,'[0,"move",2,4]');
INSERT INTO "events" VALUES(4,363,1790000035000,279,'[0,"move",2,3]');
INSERT INTO "events" VALUES(4,364,1790000035000,280,'[0,"confirm"]');
INSERT INTO "events" VALUES(4,365,1790000035000,280,'[null,"roll",5,4]');
INSERT INTO "events" VALUES(4,366,1790000035000,281,'[1,"move",2,5]');
INSERT INTO "events" VALUES(4,367,1790000035000,282,'[1,"move",2,4]');
INSERT INTO "events" VALUES(4,368,1790000035000,283,'[1,"confirm"]');
INSERT INTO "events" VALUES(4,369,1790000035000,283,'[null,"roll",5,5]');
INSERT INTO "events" VALUES(4,370,1790000035000,284,'[0,"move",1,5]');
INSERT INTO "events" VALUES(4,371,1790000035000,285,'[0,"move",1,5]');
INSERT INTO "events" VALUES(4,372,1790000035000,286,'[0,"confirm"]');
INSERT INTO "events" VALUES(5,0,1790000035000,1,'[null,"open",1,6]');
INSERT INTO "events" VALUES(5,1,1790000035000,1,'[null,"roll",6,2]');
INSERT INTO "events" VALUES(5,2,1790000035000,2,'[1,"move",24,6]');
INSERT INTO "events" VALUES(5,3,1790000035000,3,'[1,"move",18,2]');
INSERT INTO "events" VALUES(5,4,1790000035000,4,'[1,"confirm"]');
INSERT INTO "events" VALUES(5,5,1790000035000,4,'[null,"roll",4,3]');
INSERT INTO "events" VALUES(5,6,1790000035000,6,'[1,"leave",0]');
INSERT INTO "events" VALUES(6,0,1790000035000,1,'[null,"open",6,4]');
INSERT INTO "events" VALUES(6,1,1790000035000,1,'[null,"roll",4,2]');
INSERT INTO "events" VALUES(6,2,1790000035000,2,'[0,"move",24,4]');
INSERT INTO "events" VALUES(6,3,1790000035000,3,'[0,"move",24,2]');
INSERT INTO "events" VALUES(6,4,1790000035000,4,'[0,"confirm"]');
INSERT INTO "events" VALUES(6,5,1790000035000,4,'[null,"roll",5,4]');
INSERT INTO "events" VALUES(7,0,1790000035000,1,'[null,"open",4,2]');
INSERT INTO "events" VALUES(7,1,1790000035000,1,'[null,"roll",5,3]');
INSERT INTO "events" VALUES(7,2,1790000035000,2,'[0,"move",24,5]');
INSERT INTO "events" VALUES(7,3,1790000035000,3,'[0,"move",19,3]');
INSERT INTO "events" VALUES(7,4,1790000035000,4,'[0,"confirm"]');
INSERT INTO "events" VALUES(7,5,1790000035000,4,'[null,"roll",6,2]');
CREATE TABLE identities (
	platform TEXT NOT NULL, 
	external_id TEXT NOT NULL, 
	player_id INTEGER NOT NULL, 
	CONSTRAINT pk_identities PRIMARY KEY (platform, external_id), 
	CONSTRAINT fk_identities_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);
INSERT INTO "identities" VALUES('telegram','1001',1);
INSERT INTO "identities" VALUES('discord','2002',2);
INSERT INTO "identities" VALUES('web','3f9c2b7d',3);
CREATE TABLE meta (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('created_at','1790000000000');
CREATE TABLE pictures (
	platform TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	file_id TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_pictures PRIMARY KEY (platform, digest)
);
INSERT INTO "pictures" VALUES('telegram','abc','AgAC',1790000000000);
CREATE TABLE players (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	language TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (id)
);
INSERT INTO "players" VALUES(1,'علي','ar','{"theme": "dark"}',1790000000000);
INSERT INTO "players" VALUES(2,'Sara','en','{}',1790000000000);
INSERT INTO "players" VALUES(3,'उमर','hi','{}',1790000000000);
CREATE TABLE presses (
	"key" TEXT NOT NULL, 
	table_id INTEGER, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_presses PRIMARY KEY ("key"), 
	CONSTRAINT fk_presses_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "presses" VALUES('telegram:update:77',3,1790000035000);
CREATE TABLE screens (
	table_id INTEGER NOT NULL, 
	platform TEXT NOT NULL, 
	place TEXT NOT NULL, 
	player_id INTEGER, 
	shown_version BIGINT NOT NULL, 
	data TEXT NOT NULL, 
	CONSTRAINT pk_screens PRIMARY KEY (table_id, platform, place), 
	CONSTRAINT fk_screens_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT fk_screens_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);
INSERT INTO "screens" VALUES(3,'telegram','-100200',NULL,18,'{"code":"3D2R5P","message":17,"thread":null,"text":false,"picture":"","face":"","language":"","reminded":0,"told":""}');
INSERT INTO "screens" VALUES(1,'telegram','1001',1,0,'{"code":"DEEHY4","message":18,"thread":null,"text":false,"picture":"","face":"","language":"","reminded":0,"told":""}');
CREATE TABLE seats (
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT ck_seats_seat CHECK (seat IN (0, 1)), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT fk_seats_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);
INSERT INTO "seats" VALUES(1,0,1);
INSERT INTO "seats" VALUES(2,0,1);
INSERT INTO "seats" VALUES(3,0,1);
INSERT INTO "seats" VALUES(3,1,2);
INSERT INTO "seats" VALUES(4,0,1);
INSERT INTO "seats" VALUES(4,1,2);
INSERT INTO "seats" VALUES(5,0,1);
INSERT INTO "seats" VALUES(5,1,2);
INSERT INTO "seats" VALUES(6,0,1);
INSERT INTO "seats" VALUES(7,0,1);
INSERT INTO "seats" VALUES(7,1,2);
CREATE TABLE tables (
	id INTEGER NOT NULL, 
	code TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	status TEXT NOT NULL, 
	snapshot TEXT NOT NULL, 
	seed TEXT NOT NULL, 
	wake_at BIGINT, 
	grace_ms BIGINT NOT NULL, 
	host_id INTEGER NOT NULL, 
	created_at BIGINT NOT NULL, 
	updated_at BIGINT NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id), 
	CONSTRAINT ck_tables_status CHECK (status IN ('open', 'playing', 'finished', 'closed')), 
	CONSTRAINT uq_tables_code UNIQUE (code), 
	CONSTRAINT fk_tables_host_id FOREIGN KEY(host_id) REFERENCES players (id)
);
INSERT INTO "tables" VALUES(1,'DEEHY4',0,'open','{"setup":{"ruleset":{"version":1,"game":"mahbusa","direction":"opposite","mother":"win_if_own_start_clear","start_lock":"none","prime_rule":false,"opening":"roll_again","next_opener":"winner","scoring":"mars","target":5,"clock":"daily","on_timeout":"play_on"},"preset":"mahbusa","against":"friend","level":"medium","stake":50,"auto_roll":true,"guest":0},"commitment":"1d02639181bf916db420c822dfb4ae8eaeeb9f4fd6f3d408607afaff18165991","seats":[[1,"علي",true,""],null],"match":null,"clock":[null,null],"stamp":0,"picked":null,"asking":[null,null],"rematch":[false,false],"next_code":null,"paid":[0,0],"seed":null}','64c8ce746f4f1cd64e6646e76c532288eb7c078cf635446522cbb58a67f06c09',NULL,0,1,1790000000000,1790000000000);
INSERT INTO "tables" VALUES(2,'QR868W',1,'closed','{"setup":{"ruleset":{"version":1,"game":"tawla31","direction":"opposite","mother":"none","start_lock":"own_home","prime_rule":false,"opening":"roll_again","next_opener":"roll","scoring":"checkers_left","target":31,"clock":"none","on_timeout":"play_twice_then_lose_game"},"preset":"race31","against":"friend","level":"medium","stake":0,"auto_roll":true,"guest":0},"commitment":"757106e5941800547708711b2f98858412581bfeaf52ad1a100d0ba189314fe5","seats":[[1,"علي",true,""],null],"match":null,"clock":[null,null],"stamp":0,"picked":null,"asking":[null,null],"rematch":[false,false],"next_code":null,"paid":[0,0],"seed":null}','9565bc8e25bdb574fbadc6ac55e6df22471585984b490e43cdcd0ad930f20d98',NULL,0,1,1790000000000,1790000000000);
INSERT INTO "tables" VALUES(3,'3D2R5P',19,'playing','{"setup":{"ruleset":{"version":1,"game":"sheesh_besh","direction":"opposite","mother":"none","start_lock":"none","prime_rule":false,"opening":"plays_both","next_opener":"roll","scoring":"mars","target":3,"clock":"daily","on_timeout":"play_on"},"preset":"majlis_sheesh_besh","against":"friend","level":"medium","stake":25,"auto_roll":true,"guest":0},"commitment":"396f62e3ea5d8dfaa10efad12a07bc15cf6b4a25314d50a58120a696fa7ca945","seats":[[1,"علي",true,""],[2,"Sara",true,""]],"match":{"ruleset":{"version":1,"game":"sheesh_besh","direction":"opposite","mother":"none","start_lock":"none","prime_rule":false,"opening":"plays_both","next_opener":"roll","scoring":"mars","target":3,"clock":"daily","on_timeout":"play_on"},"game":{"position":"21 16 13x5 8x3 6x5 / 14 13x5 8x4 6x5","to_move":0,"dice":[1,1],"left":[1,1,1],"taken":[["22 16 13x5 8x3 6x5 / 14 13x5 8x4 6x5",22,1,"plain"]],"ending":null,"rolls":6,"turns":[2,3],"timeouts":[0,0],"late":false,"opening":[3,4],"recent":[[1,[6,6],[[21,6],[20,6],[15,6],[14,6]],["plain","plain","plain","plain"],false],[0,[6,1],[[23,1],[22,6]],["plain","hit"],false],[1,[6,5],[[25,5],[20,6]],["plain","plain"],false]],"outcome":null},"number":1,"score":[0,0],"outcomes":[],"idle":[0,0],"verdict":null},"clock":[1790086435000,null],"stamp":24,"picked":null,"asking":[null,null],"rematch":[false,false],"next_code":null,"paid":[0,0],"seed":null}','819c42a577a2dc7206ee5516d7e102867b2055599c73339ebc3f531e4e1c9969',1790086435000,86400000,1,1790000000000,1790000035000);
INSERT INTO "tables" VALUES(4,'6YAHWN',287,'finished','{"setup":{"ruleset":{"version":1,"game":"mahbusa","direction":"opposite","mother":"win_if_own_start_clear","start_lock":"none","prime_rule":false,"opening":"roll_again","next_opener":"winner","scoring":"mars","target":1,"clock":"daily","on_timeout":"play_on"},"preset":"mahbusa","against":"friend","level":"medium","stake":40,"auto_roll":true,"guest":0},"commitment":"760bf52552beec648569d2970d8791e63a593f86100a1cf690411849d9bd333d","seats":[[1,"علي",true,""],[2,"Sara",true,""]],"match":{"ruleset":{"version":1,"game":"mahbusa","direction":"opposite","mother":"win_if_own_start_clear","start_lock":"none","prime_rule":false,"opening":"roll_again","next_opener":"winner","scoring":"mars","target":1,"clock":"daily","on_timeout":"play_on"},"game":{"position":"2x4 1x3 off8 / off15","to_move":1,"dice":null,"left":[],"taken":[],"ending":"win_off","rolls":88,"turns":[44,43],"timeouts":[0,0],"late":false,"opening":[3,2],"recent":[[0,[4,3],[[2,4],[2,3]],["off","off"],false],[1,[5,4],[[2,5],[2,4]],["off","off"],false],[0,[5,5],[[1,5],[1,5]],["off","off"],false]],"outcome":[0,"borne_off",1,false]},"number":1,"score":[1,0],"outcomes":[[0,"borne_off",1,false]],"idle":[0,0],"verdict":[0,"target"]},"clock":[null,null],"stamp":373,"picked":null,"asking":[null,null],"rematch":[true,false],"next_code":null,"paid":[72,0],"seed":"1cb5d807cec2fd3d05f951bca4197dac9f08624f7729596d0b377cbd4a446b9c"}','1cb5d807cec2fd3d05f951bca4197dac9f08624f7729596d0b377cbd4a446b9c',NULL,0,1,1790000035000,1790000035000);
INSERT INTO "tables" VALUES(5,'9CRJMV',6,'finished','{"setup":{"ruleset":{"version":1,"game":"tawla31","direction":"opposite","mother":"none","start_lock":"own_home","prime_rule":false,"opening":"roll_again","next_opener":"roll","scoring":"checkers_left","target":3,"clock":"none","on_timeout":"play_twice_then_lose_game"},"preset":"race31","against":"friend","level":"medium","stake":0,"auto_roll":true,"guest":0},"commitment":"74bff62c4c550e0596c376a0f0bdc3b1ccb9d19291fd157678d376c2ff17afc3","seats":[[1,"علي",true,""],[2,"Sara",true,""]],"match":{"ruleset":{"version":1,"game":"tawla31","direction":"opposite","mother":"none","start_lock":"own_home","prime_rule":false,"opening":"roll_again","next_opener":"roll","scoring":"checkers_left","target":3,"clock":"none","on_timeout":"play_twice_then_lose_game"},"game":{"position":"24x15 / 24x14 16","to_move":0,"dice":[4,3],"left":[4,3],"taken":[],"ending":null,"rolls":3,"turns":[0,1],"timeouts":[0,0],"late":false,"opening":[1,6],"recent":[[1,[6,2],[[24,6],[18,2]],["plain","plain"],false]],"outcome":null},"number":1,"score":[0,0],"outcomes":[],"idle":[0,0],"verdict":[0,"left"]},"clock":[null,null],"stamp":7,"picked":null,"asking":[null,null],"rematch":[false,false],"next_code":null,"paid":[60,0],"seed":"b8c86f65f003f46cdf99f9cc81e0d70fc006ccfee9382e83427d80b2df33526b"}','b8c86f65f003f46cdf99f9cc81e0d70fc006ccfee9382e83427d80b2df33526b',NULL,0,1,1790000035000,1790000035000);
INSERT INTO "tables" VALUES(6,'GRY56P',4,'playing','{"setup":{"ruleset":{"version":1,"game":"mahbusa","direction":"opposite","mother":"win_if_own_start_clear","start_lock":"none","prime_rule":false,"opening":"roll_again","next_opener":"winner","scoring":"mars","target":1,"clock":"none","on_timeout":"play_on"},"preset":"mahbusa","against":"computer","level":"medium","stake":0,"auto_roll":true,"guest":0},"commitment":"98b9adfc2d9054add37af16a442179d9ba4078fc111aaef06700bbb0e6a1781a","seats":[[1,"علي",true,""],[0,"",true,""]],"match":{"ruleset":{"version":1,"game":"mahbusa","direction":"opposite","mother":"win_if_own_start_clear","start_lock":"none","prime_rule":false,"opening":"roll_again","next_opener":"winner","scoring":"mars","target":1,"clock":"none","on_timeout":"play_on"},"game":{"position":"24x15 / 24x13 22 20","to_move":1,"dice":[5,4],"left":[5,4],"taken":[],"ending":null,"rolls":3,"turns":[1,0],"timeouts":[0,0],"late":false,"opening":[6,4],"recent":[[0,[4,2],[[24,4],[24,2]],["plain","plain"],false]],"outcome":null},"number":1,"score":[0,0],"outcomes":[],"idle":[0,0],"verdict":null},"clock":[null,null],"stamp":6,"picked":null,"asking":[null,null],"rematch":[false,false],"next_code":null,"paid":[0,0],"seed":null}','60b6dafab0257b05c982e65e18a8fa51e43a2f74d0c91caeddb5f322d12369ac',1790000035900,0,1,1790000035000,1790000035000);
INSERT INTO "tables" VALUES(7,'4CY7GP',4,'playing','{"setup":{"ruleset":{"version":1,"game":"tawla31","direction":"opposite","mother":"none","start_lock":"own_home","prime_rule":false,"opening":"roll_again","next_opener":"roll","scoring":"checkers_left","target":1,"clock":"live","on_timeout":"play_twice_then_lose_game"},"preset":"race31","against":"friend","level":"medium","stake":0,"auto_roll":true,"guest":0},"commitment":"1802f86df43bd415342f7a51a27d7fcdd53ff09388122b9d308c3c838f367d50","seats":[[1,"علي",true,""],[2,"Sara",true,""]],"match":{"ruleset":{"version":1,"game":"tawla31","direction":"opposite","mother":"none","start_lock":"own_home","prime_rule":false,"opening":"roll_again","next_opener":"roll","scoring":"checkers_left","target":1,"clock":"live","on_timeout":"play_twice_then_lose_game"},"game":{"position":"24x15 / 24x14 16","to_move":1,"dice":[6,2],"left":[6,2],"taken":[],"ending":null,"rolls":3,"turns":[1,0],"timeouts":[0,0],"late":false,"opening":[4,2],"recent":[[0,[5,3],[[24,5],[19,3]],["plain","plain"],false]],"outcome":null},"number":1,"score":[0,0],"outcomes":[],"idle":[0,0],"verdict":null},"clock":[1790000065000,1790000050000],"stamp":6,"picked":null,"asking":[null,null],"rematch":[false,false],"next_code":null,"paid":[0,0],"seed":null}','692ee28170c5dd67e272531f5b3fb596f1a6cf36feed41e3ed502092993838c9',1790000050000,30000,1,1790000035000,1790000035000);
CREATE TABLE transfers (
	id INTEGER NOT NULL, 
	cause TEXT NOT NULL, 
	debit INTEGER NOT NULL, 
	credit INTEGER NOT NULL, 
	amount BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_transfers PRIMARY KEY (id), 
	CONSTRAINT ck_transfers_amount CHECK (amount > 0), 
	CONSTRAINT ck_transfers_sides CHECK (debit <> credit), 
	CONSTRAINT uq_transfers_cause UNIQUE (cause), 
	CONSTRAINT fk_transfers_debit FOREIGN KEY(debit) REFERENCES accounts (id), 
	CONSTRAINT fk_transfers_credit FOREIGN KEY(credit) REFERENCES accounts (id)
);
INSERT INTO "transfers" VALUES(1,'welcome:1',0,1,500,1790000000000);
INSERT INTO "transfers" VALUES(2,'welcome:2',0,2,400,1790000000000);
INSERT INTO "transfers" VALUES(3,'welcome:3',0,3,300,1790000000000);
INSERT INTO "transfers" VALUES(4,'stake:1:0',1,4,50,1790000000000);
INSERT INTO "transfers" VALUES(5,'stake:3:0',1,5,25,1790000000000);
INSERT INTO "transfers" VALUES(6,'stake:3:1',2,5,25,1790000000000);
INSERT INTO "transfers" VALUES(7,'stake:4:0',1,6,40,1790000035000);
INSERT INTO "transfers" VALUES(8,'stake:4:1',2,6,40,1790000035000);
INSERT INTO "transfers" VALUES(9,'pot:4',6,1,72,1790000035000);
INSERT INTO "transfers" VALUES(10,'fee:4',6,0,8,1790000035000);
INSERT INTO "transfers" VALUES(11,'free:5:0',0,1,60,1790000035000);
CREATE INDEX ix_identities_player_id ON identities (player_id);
CREATE INDEX ix_tables_wake_at ON tables (wake_at);
CREATE INDEX ix_seats_player_id ON seats (player_id);
CREATE INDEX ix_presses_at ON presses (at);
CREATE INDEX ix_transfers_credit_at ON transfers (credit, at);
CREATE INDEX ix_transfers_debit ON transfers (debit);
CREATE INDEX ix_pictures_platform_at ON pictures (platform, at);
COMMIT;
