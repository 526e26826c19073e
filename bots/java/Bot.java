// A greedy Fájer player in Java (JDK 17 or newer, nothing else), speaking MessagePack.
//
//   Build:  javac Bot.java
//   Check:  fajer check bots/java
//   Play:   fajer match bots/java greedy

import java.io.*;
import java.util.*;

import static java.nio.charset.StandardCharsets.UTF_8;

public class Bot {
    static final DataInputStream in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
    static final DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));

    static final String RANKS = "789XUOKA";
    static final int[] POINTS = {7, 8, 9, 10, 10, 10, 10, 11};

    /** How good a hand is: its worth, then the rank of three, then the most points in one suit. */
    static int value(List<?> hand) {
        int[] rank = new int[3], suit = new int[128];
        int aces = 0, best = 0;
        for (int i = 0; i < 3; i++) {
            String card = (String) hand.get(i);
            rank[i] = RANKS.indexOf(card.charAt(0));
            if (rank[i] == 7) aces++;
            best = Math.max(best, suit[card.charAt(1)] += POINTS[rank[i]]);
        }
        boolean triple = rank[0] == rank[1] && rank[1] == rank[2];
        if (aces >= 2) return (aces == 3 ? 33000 : 22000) + best;
        if (triple) return 30500 + rank[0] * 50 + best;
        return (best >= 21 ? best * 1000 : 0) + best; // 21: ace and ten; above: three of a suit
    }

    /** The hand that an action leaves. */
    static List<?> after(String action, List<?> hand, List<?> common) {
        String[] words = action.split(" ");
        if (words[0].equals("take")) return common;
        if (!words[0].equals("swap")) return hand;
        List<Object> changed = new ArrayList<>(hand);
        changed.set(hand.indexOf(words[1]), words[2]);
        return changed;
    }

    /** The exchange that leaves the best hand; if none is better than this one, lay, or go. */
    static String choose(Map<?, ?> view, List<?> legal) {
        List<?> hand = (List<?>) view.get("hand"), common = (List<?>) view.get("common");
        int now = value(hand), highest = -1;
        if (view.get("phase").equals("open"))
            return legal.contains("put") && now < 21000 ? "put" : "keep";
        String best = null;
        for (Object action : legal) {
            int value = value(after((String) action, hand, common));
            if (value > highest) {
                highest = value;
                best = (String) action;
            }
        }
        if (highest <= now && legal.contains("lay")) return "lay";
        if (highest <= now && legal.contains("go")) return "go";
        return best;
    }

    /** The next MessagePack value: Map, List, String, Long, Double, Boolean, byte[] or null. */
    static Object read() throws IOException {
        int head = in.readUnsignedByte();
        if (head < 0x80) return (long) head;
        if (head < 0x90) return map(head & 15);
        if (head < 0xa0) return list(head & 15);
        if (head < 0xc0) return new String(in.readNBytes(head & 31), UTF_8);
        if (head >= 0xe0) return (long) (byte) head;
        return switch (head) {
            case 0xc0 -> null;
            case 0xc2 -> false;
            case 0xc3 -> true;
            case 0xc4, 0xc5, 0xc6 -> in.readNBytes(size(head - 0xc4));
            case 0xc7, 0xc8, 0xc9 -> in.readNBytes(size(head - 0xc7) + 1);
            case 0xca -> (double) in.readFloat();
            case 0xcb -> in.readDouble();
            case 0xcc -> (long) in.readUnsignedByte();
            case 0xcd -> (long) in.readUnsignedShort();
            case 0xce -> in.readInt() & 0xffffffffL;
            case 0xcf, 0xd3 -> in.readLong();
            case 0xd0 -> (long) in.readByte();
            case 0xd1 -> (long) in.readShort();
            case 0xd2 -> (long) in.readInt();
            case 0xd4, 0xd5, 0xd6, 0xd7, 0xd8 -> in.readNBytes((1 << head - 0xd4) + 1);
            case 0xd9, 0xda, 0xdb -> new String(in.readNBytes(size(head - 0xd9)), UTF_8);
            case 0xdc, 0xdd -> list(size(head - 0xdc + 1));
            case 0xde, 0xdf -> map(size(head - 0xde + 1));
            default -> throw new IOException("no MessagePack: " + head);
        };
    }

    /** A size of 1, 2 or 4 bytes. */
    static int size(int power) throws IOException {
        return power == 0 ? in.readUnsignedByte() : power == 1 ? in.readUnsignedShort() : in.readInt();
    }

    static List<Object> list(int size) throws IOException {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) list.add(read());
        return list;
    }

    static Map<Object, Object> map(int size) throws IOException {
        Map<Object, Object> map = new HashMap<>();
        for (int i = 0; i < size; i++) map.put(read(), read());
        return map;
    }

    /** Sends {"type": "act", "id": …, "action": …}; every text in it is shorter than 32 bytes. */
    static void answer(long id, String action) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var frame = new DataOutputStream(bytes);
        frame.writeByte(0x83);                       // a map of three
        for (String word : List.of("type", "act", "action", action, "id")) {
            frame.writeByte(0xa0 | word.length());
            frame.writeBytes(word);
        }
        frame.writeByte(0xd3);                       // a whole number of eight bytes
        frame.writeLong(id);
        out.writeInt(frame.size());
        bytes.writeTo(out);
        out.flush();
    }

    public static void main(String[] arguments) throws IOException {
        for (int b; (b = in.read()) != '\n';) if (b < 0) return;    // hello; from then on frames
        out.writeBytes("{\"type\":\"hello\",\"protocol\":1,\"name\":\"java\",\"encoding\":\"msgpack\"}\n");
        out.flush();
        try {
            while (true) {
                in.readInt();                        // the length of the message
                Map<?, ?> message = (Map<?, ?>) read();
                if ("bye".equals(message.get("type"))) return;
                if (!"act".equals(message.get("type"))) continue;
                String action = choose((Map<?, ?>) message.get("view"), (List<?>) message.get("legal"));
                answer((Long) message.get("id"), action);
            }
        } catch (EOFException closed) {
            // The referee has gone, and so do we.
        }
    }
}
